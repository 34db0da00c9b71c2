import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { CircleAlert } from 'lucide-react'
import type { RefObject } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { formatName } from '../status-labels.ts'

interface FormatChoiceProps {
  chosen: readonly OutputFormat[]
  onChange: (chosen: OutputFormat[]) => void
  error?: string | undefined
  ref?: RefObject<HTMLFieldSetElement | null>
}

/** One checkbox per format. The choice keeps the order of the formats. */
export const FormatChoice = ({ chosen, onChange, error, ref }: FormatChoiceProps) => (
  <fieldset ref={ref} aria-describedby={error ? 'format-problem' : undefined} className="flex min-w-0 flex-col gap-1.5">
    <legend className="mb-1.5 font-medium text-13">Output Formats</legend>
    <div className="grid grid-cols-2 gap-x-6 sm:flex">
      {outputFormats.map((format) => (
        <Checkbox
          key={format}
          label={formatName(format)}
          checked={chosen.includes(format)}
          onCheckedChange={(checked) => onChange(outputFormats.filter((each) => (each === format ? checked : chosen.includes(each))))}
        />
      ))}
    </div>
    {error && (
      <p id="format-problem" role="alert" className="flex animate-fade items-start gap-1.5 text-13 text-bad">
        <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        {error}
      </p>
    )}
  </fieldset>
)
