import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'
import { Spinner } from './feedback/spinner.tsx'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'regular' | 'small' | 'icon' | 'small-icon'

const kinds: Record<ButtonKind, string> = {
  primary: 'forced-colors:system-selected bg-action text-on-action hover:bg-action-hover',
  secondary: 'border border-control bg-surface text-ink hover:bg-sunken',
  quiet: 'text-ink hover:bg-hover',
  danger: 'forced-colors:border bg-bad-solid text-on-bad hover:opacity-90',
}

const sizes: Record<ButtonSize, string> = {
  regular: 'h-10 px-4',
  small: 'h-8 px-3 text-13 pointer-coarse:h-10',
  icon: 'size-10',
  'small-icon': 'size-8 pointer-coarse:size-10',
}

/** The look of a button, for links. */
export const buttonClass = (kind: ButtonKind = 'secondary', size: ButtonSize = 'regular'): string =>
  classNames(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-control font-medium text-14',
    'transition-colors aria-disabled:cursor-not-allowed aria-disabled:opacity-80 disabled:cursor-not-allowed disabled:opacity-60',
    kinds[kind],
    sizes[size],
  )

interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  size?: ButtonSize
  /** Its work is running: it keeps the focus and ignores further clicks. */
  pending?: boolean
}

export function Button({ kind, size, pending = false, className, children, onClick, type = 'button', ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={pending || undefined}
      className={classNames(buttonClass(kind, size), className)}
      onClick={(event) => {
        if (pending) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {pending && <Spinner />}
      {children}
    </button>
  )
}
