import { captionRules } from '@video-forge/contract/captions/caption-rules'
import { languageName } from '@video-forge/contract/captions/languages'
import { Field } from '../../ui/forms/field.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { LanguageSelect } from './language-select.tsx'

interface CaptionValues {
  language: string
  label: string
  isDefault: boolean
}

interface CaptionFieldsProps {
  values: CaptionValues
  onChange: (change: Partial<CaptionValues>) => void
  problem?: string | undefined
}

/** Language, label and default of captions, for new ones and those that are changed. */
export const CaptionFields = ({ values, onChange, problem }: CaptionFieldsProps) => (
  <>
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Language" error={problem}>
        {(control) => (
          <LanguageSelect {...control} value={values.language} onChange={(event) => onChange({ language: event.target.value })} />
        )}
      </Field>
      <Field label="Label">
        {(control) => (
          <TextInput
            {...control}
            autoComplete="off"
            maxLength={captionRules.labelMaxLength}
            placeholder={values.language ? languageName(values.language) : undefined}
            value={values.label}
            onChange={(event) => onChange({ label: event.target.value })}
          />
        )}
      </Field>
    </div>
    <Switch
      label="Default"
      hint="Shown first when viewers switch captions on."
      checked={values.isDefault}
      onCheckedChange={(isDefault) => onChange({ isDefault })}
    />
  </>
)
