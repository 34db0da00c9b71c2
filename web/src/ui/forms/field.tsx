import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classNames } from '../class-names.ts'

/** Attributes that connect a control with its label, hint and error. */
interface FieldControl {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
}

export interface FieldProps {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** Characters used and allowed. */
  counter?: { used: number; max: number } | undefined
  className?: string
  children: (control: FieldControl) => ReactNode
}

export function Field({ label, hint, error, counter, className, children }: FieldProps) {
  const id = useId()
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`, counter && `${id}-counter`].filter(Boolean).join(' ')
  return (
    <div className={classNames('flex flex-col gap-1.5', className)}>
      <div className="flex items-baseline justify-between gap-4">
        <label htmlFor={id} className="font-medium text-13">
          {label}
        </label>
        {counter && (
          <span id={`${id}-counter`} className={classNames('text-12 tabular-nums', counter.used > counter.max ? 'text-bad' : 'text-muted')}>
            {counter.used} / {counter.max}
          </span>
        )}
      </div>
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && (
        <p id={`${id}-error`} role="alert" className="flex animate-fade items-start gap-1.5 text-13 text-bad">
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
      {hint && (
        <div id={`${id}-hint`} className="text-12 text-muted">
          {hint}
        </div>
      )}
    </div>
  )
}
