import { passwordParts } from '@video-forge/contract/rules/account-rules'
import { Check } from 'lucide-react'
import { classNames } from '../../ui/class-names.ts'

/** The rules of a strong password, each ticked as it is met. */
export const PasswordRules = ({ password }: { password: string }) => (
  <ul aria-label="A strong password has" className="grid grid-cols-1 gap-x-4 gap-y-1 min-[400px]:grid-cols-2">
    {passwordParts.map(({ name, isMet }) => {
      const met = isMet(password)
      return (
        <li key={name} className={classNames('flex items-center gap-1.5', met ? 'text-good' : 'text-muted')}>
          <span
            className={classNames(
              'flex size-3.5 shrink-0 items-center justify-center rounded-full border',
              met ? 'border-good' : 'border-control',
            )}
          >
            {met && <Check aria-hidden="true" className="size-2.5" strokeWidth={4} />}
          </span>
          {name}
          {met && <span className="sr-only">, met</span>}
        </li>
      )
    })}
  </ul>
)
