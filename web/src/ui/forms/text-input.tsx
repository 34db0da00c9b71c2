import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

/** 16 px on touch screens, because phones zoom into smaller inputs. */
export const inputClass = classNames(
  'h-10 w-full min-w-0 rounded-control border border-control bg-surface px-3 text-14 text-ink placeholder:text-faint pointer-coarse:text-16',
  'focus-visible:border-ember focus-visible:outline-offset-0 aria-invalid:border-bad disabled:opacity-60',
)

export function TextInput({ className, ...rest }: ComponentProps<'input'>) {
  return <input {...rest} className={classNames(inputClass, className)} />
}

export function TextArea({ className, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...rest} className={classNames(inputClass, 'h-auto min-h-24 py-2', className)} />
}
