import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { TextInput } from './text-input.tsx'

/** The button's name leaves the word of the field's label out, so that the label finds the field alone. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <TextInput {...props} type={shown ? 'text' : 'password'} autoCapitalize="off" spellCheck={false} className="pr-11" />
      <button
        type="button"
        aria-label={shown ? 'Hide characters' : 'Show characters'}
        onClick={() => setShown(!shown)}
        className="absolute inset-y-0 right-0 flex w-10 items-center justify-center rounded-control text-muted hover:text-ink"
      >
        <Icon aria-hidden="true" className="size-4" />
      </button>
    </div>
  )
}
