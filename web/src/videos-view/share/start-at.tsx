import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'

export interface StartAtValue {
  isOn: boolean
  text: string
}

interface StartAtProps {
  value: StartAtValue
  isValid: boolean
  onChange: (value: StartAtValue) => void
}

/** Whether a link starts in the middle, and where. */
export const StartAt = ({ value, isValid, onChange }: StartAtProps) => (
  <div className="flex flex-col gap-1">
    <div className="flex items-center gap-3">
      <Checkbox
        label={<span className="whitespace-nowrap">Start at</span>}
        checked={value.isOn}
        onCheckedChange={(isOn) => onChange({ ...value, isOn })}
      />
      <div className="w-28">
        <TextInput
          aria-label="Start time"
          aria-invalid={isValid ? undefined : true}
          aria-describedby={isValid ? undefined : 'start-time-problem'}
          value={value.text}
          disabled={!value.isOn}
          autoComplete="off"
          onChange={(event) => onChange({ ...value, text: event.target.value })}
          className="tabular-nums"
        />
      </div>
    </div>
    {!isValid && (
      <p id="start-time-problem" role="alert" className="text-13 text-bad">
        Write a time within the video, like 1:23.
      </p>
    )}
  </div>
)
