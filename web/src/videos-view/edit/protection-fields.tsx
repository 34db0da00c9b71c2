import { protectionRules } from '@video-forge/contract/rules/protection-rules'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { PasswordInput } from '../../ui/forms/password-input.tsx'
import { TextArea } from '../../ui/forms/text-input.tsx'
import { domainsInText, type ProtectionValues } from './protection-values.ts'

interface ProtectionFieldsProps {
  values: ProtectionValues
  /** The video has a password now. */
  hasPassword: boolean
  onChange: (part: Partial<ProtectionValues>) => void
  problemOf: (field: 'password' | 'embedDomains') => string | undefined
}

const passwordRule = 'Viewers must type it. The video is then in no list and found by no search but yours.'

/** Who can watch the video beyond its visibility, and where. */
export function ProtectionFields({ values, hasPassword, onChange, problemOf }: ProtectionFieldsProps) {
  return (
    <>
      <div className="flex flex-col gap-2">
        <Field
          label={hasPassword ? 'New password for viewers' : 'Password for viewers'}
          hint={hasPassword ? 'It has a password. A new one ends access by the old one at once.' : passwordRule}
          error={problemOf('password')}
        >
          {(control) => (
            <PasswordInput
              {...control}
              name="viewer-password"
              autoComplete="new-password"
              disabled={values.removesPassword}
              value={values.removesPassword ? '' : values.password}
              onChange={(event) => onChange({ password: event.target.value })}
            />
          )}
        </Field>
        {hasPassword && (
          <Checkbox
            label="Remove the password"
            checked={values.removesPassword}
            onCheckedChange={(removesPassword) => onChange({ removesPassword })}
          />
        )}
      </div>
      <Field
        label="Sites that may embed it"
        hint="One in each line, such as example.com or *.example.com. Leave it empty for all sites."
        error={problemOf('embedDomains')}
        counter={{ used: domainsInText(values.embedDomains).length, max: protectionRules.maxEmbedDomains }}
      >
        {(control) => (
          <TextArea
            {...control}
            name="embedDomains"
            rows={2}
            autoCapitalize="off"
            spellCheck={false}
            value={values.embedDomains}
            onChange={(event) => onChange({ embedDomains: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
