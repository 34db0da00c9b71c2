import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

interface DropAreaProps {
  /** The id of the file input. */
  inputId: string
  headline: ReactNode
  hint: ReactNode
  button: ReactNode
  /** Its size. */
  className: string
}

/** Where files are dropped. The label makes the whole area clickable; the button is for the keyboard. */
export const DropArea = ({ inputId, headline, hint, button, className }: DropAreaProps) => (
  <label
    htmlFor={inputId}
    className={classNames(
      'flex cursor-pointer flex-col items-center justify-center gap-4 rounded-surface border border-control border-dashed bg-surface px-6 text-center transition-colors hover:bg-sunken',
      className,
    )}
  >
    <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
      <Upload aria-hidden="true" className="size-6" />
    </span>
    <span className="flex max-w-80 flex-col gap-1">
      {headline}
      <span className="text-muted">{hint}</span>
    </span>
    {button}
  </label>
)

/** Covers the window while a file is dragged over it. */
export const DropOverlay = () => (
  <div className="fixed inset-0 z-40 flex animate-fade items-center justify-center bg-scrim p-6">
    <p className="pointer-events-none rounded-surface border border-line bg-raised px-6 py-4 font-semibold text-16 shadow-raised">
      Drop to upload
    </p>
  </div>
)
