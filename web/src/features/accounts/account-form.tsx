import type { FormEvent, ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/feedback/notice.tsx'

interface AccountFormProps {
  label?: string
  className?: string
  submission: { pending: boolean; failure: string | undefined }
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  /** What the submit button says. */
  submit: string
  /** Beside the submit button, which then stands at the end of a row. Without it the button is as wide as the form. */
  otherButton?: ReactNode
  /** Under the submit button. */
  footer?: ReactNode
  children: ReactNode
}

/** The frame of the account forms: the fields, what went wrong, and the submit button. */
export function AccountForm({ label, className, submission, onSubmit, submit, otherButton, footer, children }: AccountFormProps) {
  const submitButton = (
    <Button kind="primary" type="submit" pending={submission.pending}>
      {submit}
    </Button>
  )
  return (
    <form noValidate onSubmit={onSubmit} aria-label={label} className={classNames('flex flex-col gap-4', className)}>
      {children}
      {submission.failure && <Notice tone="bad">{submission.failure}</Notice>}
      {otherButton === undefined ? (
        submitButton
      ) : (
        <div className="flex flex-wrap justify-end gap-2">
          {otherButton}
          {submitButton}
        </div>
      )}
      {footer}
    </form>
  )
}
