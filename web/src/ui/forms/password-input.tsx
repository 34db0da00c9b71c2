import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextInput } from './text-input.tsx'

/** The button's name does not contain 'password', so that a search by label finds only the field. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput {...props} type={isShown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} className="pr-11" />
      <button
        type="button"
        aria-label={isShown ? 'Hide characters' : 'Show characters'}
        onClick={() => setShown(!isShown)}
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
