import { type ReactNode, useId } from 'react'

interface AccountSectionProps {
  title: string
  hint: string
  children: ReactNode
}

/** A section of the account page: its heading beside the controls, or above them on a phone. */
export function AccountSection({ title, hint, children }: AccountSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid gap-x-10 gap-y-4 border-line border-t py-8 md:grid-cols-[240px_minmax(0,1fr)]">
      <div className="flex flex-col gap-1">
        <h2 id={id} className="font-semibold text-16">
          {title}
        </h2>
        <p className="text-13 text-muted">{hint}</p>
      </div>
      <div className="flex min-w-0 flex-col gap-4">{children}</div>
    </section>
  )
}
