import { type ReencodeMode, type ReencodeSettings, reencodeModes } from '@video-forge/contract/rules/reencode-rules'
import { type FormEvent, useState } from 'react'
import { call } from '../../../../session/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Field } from '../../../../ui/forms/field.tsx'
import { Select } from '../../../../ui/forms/select.tsx'
import { TextField } from '../../../../ui/forms/text-field.tsx'
import { ActionResult } from '../../action-result.tsx'
import { useAction } from '../../use-action.ts'

const modes: Record<ReencodeMode, string> = { off: 'None', popular: 'Videos that are watched', all: 'All, the most watched first' }
const hours = Array.from({ length: 24 }, (_, hour) => hour)
const clock = (hour: number): string => `${String(hour).padStart(2, '0')}:00`
const shares = [25, 50, 75, 100]

interface ChoiceProps {
  label: string
  hint?: string
  value: number
  options: readonly number[]
  nameOf: (value: number) => string
  onChange: (value: number) => void
}

const Choice = ({ label, hint, value, options, nameOf, onChange }: ChoiceProps) => (
  <Field label={label} hint={hint}>
    {(control) => (
      <Select {...control} value={value} onChange={(event) => onChange(Number(event.target.value))}>
        {options.map((option) => (
          <option key={option} value={option}>
            {nameOf(option)}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

/** Which videos are made in AV1, and when. */
export function ReencodingForm({ settings }: { settings: ReencodeSettings }) {
  const [chosen, setChosen] = useState(settings)
  const [plays, setPlays] = useState(String(settings.minPlays))
  const change = (part: Partial<ReencodeSettings>) => setChosen((before) => ({ ...before, ...part }))
  const minPlays = Number(plays)
  const isWrong = !Number.isInteger(minPlays) || minPlays < 1 || minPlays > 1_000_000
  const save = useAction(() => call('PUT /admin/reencoding', { body: { ...chosen, minPlays } }))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isWrong) save.mutate(undefined)
  }
  const isWholeDay = chosen.fromHour === chosen.toHour
  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2 lg:grid-cols-5">
        <Field label="Videos in AV1">
          {(control) => (
            <Select
              {...control}
              value={chosen.mode}
              onChange={(event) => change({ mode: reencodeModes.find((mode) => mode === event.target.value) ?? 'off' })}
            >
              {reencodeModes.map((mode) => (
                <option key={mode} value={mode}>
                  {modes[mode]}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          label="Plays in 30 days"
          hint="From this many on a video counts as watched."
          error={isWrong ? 'Enter a whole number from 1 on' : undefined}
          inputMode="numeric"
          value={plays}
          onValueChange={setPlays}
        />
        <Choice
          label="From (UTC)"
          hint={isWholeDay ? 'The same hour twice is the whole day.' : 'Work in progress is stopped at the end.'}
          {...{ value: chosen.fromHour, options: hours, nameOf: clock }}
          onChange={(fromHour) => change({ fromHour })}
        />
        <Choice label="To (UTC)" {...{ value: chosen.toHour, options: hours, nameOf: clock }} onChange={(toHour) => change({ toHour })} />
        <Choice
          label="Cores of each worker"
          hint="At the lowest priority."
          value={chosen.cpuShare}
          options={[...new Set([...shares, chosen.cpuShare])].sort((a, b) => a - b)}
          nameOf={(share) => `${share} %`}
          onChange={(cpuShare) => change({ cpuShare })}
        />
      </div>
      <ActionResult
        failed="The settings could not be saved"
        error={save.error}
        done={save.isSuccess ? 'The settings were saved.' : undefined}
      />
      <div>
        <Button type="submit" pending={save.isPending}>
          Save settings
        </Button>
      </div>
    </form>
  )
}
