import { type ReactNode, useId } from 'react'

interface PanelProps {
  title: string
  /** One line about its content. */
  hint?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

/** A section of a tab, under its own heading. */
export function Panel({ title, hint, actions, children }: PanelProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="flex flex-col gap-0.5">
          <h2 id={id} className="font-semibold text-16">
            {title}
          </h2>
          {hint && <p className="text-13 text-muted">{hint}</p>}
        </div>
        {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </section>
  )
}
