import { Clock } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { Button } from '../../../../ui/button.tsx'
import { TextInput } from '../../../../ui/forms/text-input.tsx'
import { clamp, formatEditTime, isWithin, type Limits, limitSentence, parseEditTime, toMilliseconds } from './cues/edit-times.ts'

interface TimeFieldProps {
  /** 'start' or 'end'. */
  name: 'start' | 'end'
  value: number
  limits: Limits
  /** Of the video. */
  currentTime: () => number
  onChange: (seconds: number) => void
}

const labels = { start: 'Start', end: 'End' } as const

/** Arrow keys change a time by this much. */
const nudges = { usual: 0.1, large: 1 }

/** What is typed counts once it is a time within the limits. */
function useTimeInput({ name, value, limits, onChange }: Omit<TimeFieldProps, 'currentTime'>) {
  /** What is being typed; undefined to show the value. */
  const [typed, setTyped] = useState<string>()
  const [problem, setProblem] = useState('')
  const accept = (seconds: number | undefined, text?: string) => {
    if (seconds === undefined || !isWithin(seconds, limits)) {
      setTyped(text)
      setProblem(seconds === undefined ? 'Write the time like 1:02.5.' : limitSentence(name, limits))
      return
    }
    setTyped(undefined)
    setProblem('')
    if (seconds !== value) onChange(seconds)
  }
  const commit = () => {
    if (typed !== undefined) accept(parseEditTime(typed), typed)
  }
  const press = (event: KeyboardEvent) => {
    const direction = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (event.key === 'Enter') {
      event.preventDefault()
      commit()
    } else if (direction !== 0 && !event.altKey) {
      event.preventDefault()
      const from = (typed === undefined ? undefined : parseEditTime(typed)) ?? value
      accept(clamp(from + direction * (event.shiftKey ? nudges.large : nudges.usual), limits))
    }
  }
  return { shown: typed ?? formatEditTime(value), type: setTyped, problem, accept, commit, press }
}

/** A time that is typed as 1:02.5, nudged with the arrow keys, or taken from the video. */
export function TimeField({ currentTime, ...field }: TimeFieldProps) {
  const id = useId()
  const { name } = field
  const { shown, type, problem, accept, commit, press } = useTimeInput(field)
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-1">
      <label htmlFor={id} className="font-medium text-12 text-muted">
        {labels[name]}
      </label>
      <div className="flex gap-1">
        <TextInput
          id={id}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          value={shown}
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          onChange={(event) => type(event.target.value)}
          onBlur={commit}
          onKeyDown={press}
          className="tabular-nums"
        />
        <Button
          size="icon"
          aria-label={`Set the ${name} to the current time`}
          title={`Set the ${name} to the current time of the video`}
          onClick={() => accept(toMilliseconds(currentTime()))}
        >
          <Clock aria-hidden="true" className="size-4" />
        </Button>
      </div>
      {problem && (
        <p id={`${id}-problem`} role="alert" className="text-12 text-bad">
          {problem}
        </p>
      )}
    </div>
  )
}
