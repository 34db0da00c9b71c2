import type { User } from '@video-forge/contract/accounts'
import { isCode } from '@video-forge/contract/rules/account-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, useRef, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { CodeInput } from '../../../ui/forms/code-input.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { confirmEmailChange } from '../account-calls.ts'
import { useSubmission } from '../use-submission.ts'

interface ConfirmAddressFormProps {
  email: string
  autoFocus: boolean
  onConfirmed: (user: User) => void
  onOther: () => void
}

export function ConfirmAddressForm({ email, autoFocus, onConfirmed, onOther }: ConfirmAddressFormProps) {
  const [code, setCode] = useState('')
  const input = useRef<HTMLInputElement>(null)
  const submission = useSubmission(['code'], sentences.addressChangeFailed)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isCode(code)) {
      submission.refuse({ field: 'code', message: sentences.codeNotSixDigits })
      input.current?.focus()
      return
    }
    void submission.run(async () => {
      try {
        onConfirmed(await confirmEmailChange(code))
      } catch (error) {
        setCode('')
        input.current?.focus()
        throw error
      }
    })
  }

  return (
    <form noValidate onSubmit={submit} aria-label="Confirm the new e-mail address" className="flex max-w-[440px] flex-col gap-4">
      <p role="status" className="text-muted">
        Enter the {limits.codeLength}-digit code we mailed to <span className="break-words font-medium text-ink">{email}</span>. It works
        for {limits.codeMinutes} minutes.
      </p>
      <Field label="Verification Code" error={submission.problemOf('code')}>
        {(control) => (
          <CodeInput {...control} ref={input} autoFocus={autoFocus} length={limits.codeLength} value={code} onValueChange={setCode} />
        )}
      </Field>
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onOther}>Use another address</Button>
        <Button kind="primary" type="submit" pending={submission.pending}>
          Confirm e-mail
        </Button>
      </div>
    </form>
  )
}
