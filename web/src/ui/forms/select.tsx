import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { inputClass } from './text-input.tsx'

/** The native select: it works best on phones, and custom ones inject style elements, which the content security policy forbids. */
export function Select({ className, children, ...rest }: ComponentProps<'select'>) {
  return (
    <div className={classNames('relative', className)}>
      <select {...rest} className={classNames(inputClass, 'appearance-none pr-9')}>
        {children}
      </select>
      <ChevronDown aria-hidden="true" className="pointer-events-none absolute inset-y-0 right-3 my-auto size-4 text-muted" />
    </div>
  )
}
