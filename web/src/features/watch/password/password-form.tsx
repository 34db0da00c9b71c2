import { sentences } from '@video-forge/contract/sentences'
import { Lock } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { PasswordInput } from '../../../ui/forms/password-input.tsx'
import { rememberGrant } from '../../../videos-view/video-access.ts'

interface PasswordFormProps {
  id: string
  link: string | undefined
  /** The video can be fetched now. */
  onUnlocked: () => void
}

const messageOf = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'The password could not be checked. Please try again.'

/** In place of the player of a video with a password. */
export function PasswordForm({ id, link, onUnlocked }: PasswordFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string>()
  const [isPending, setPending] = useState(false)
  const focusField = () => form.current?.querySelector('input')?.focus()
  // In a frame it would take the focus from the page around it.
  useEffect(() => {
    if (window.parent === window) form.current?.querySelector('input')?.focus()
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (password === '') return setProblem('Enter the password.')
    setPending(true)
    setProblem(undefined)
    try {
      const { grant } = await call('POST /gallery/videos/{id}/unlock', { params: { id }, query: { link }, body: { password } })
      rememberGrant(id, grant)
      onUnlocked()
    } catch (error) {
      setProblem(messageOf(error))
      focusField()
    } finally {
      setPending(false)
    }
  }

  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => void submit(event)}
      className="scheme-dark flex size-full flex-col items-center justify-center gap-4 overflow-y-auto p-4 text-on-stage"
    >
      <div className="flex items-center gap-2">
        <Lock aria-hidden="true" className="size-5 shrink-0 opacity-80" />
        <h1 className="font-semibold text-16">{sentences.passwordRequired}</h1>
      </div>
      <div className="flex w-full max-w-80 flex-col gap-3">
        <Field label="Password" error={problem}>
          {(control) => (
            <PasswordInput
              {...control}
              name="password"
              autoComplete="off"
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" kind="primary" pending={isPending}>
          Watch
        </Button>
      </div>
    </form>
  )
}
