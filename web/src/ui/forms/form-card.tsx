import { type ComponentProps, useId } from 'react'

interface FormCardProps extends Omit<ComponentProps<'form'>, 'className'> {
  heading: string
}

/** A form on a surface of its own, named by its heading. The application checks the fields, not the browser. */
export function FormCard({ heading, children, ...rest }: FormCardProps) {
  const headingId = useId()
  return (
    <form
      {...rest}
      noValidate
      aria-labelledby={headingId}
      className="flex flex-col gap-5 rounded-surface border border-line bg-surface p-5 sm:p-6"
    >
      <h2 id={headingId} className="font-semibold text-16">
        {heading}
      </h2>
      {children}
    </form>
  )
}
