import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

interface StateMessageProps {
  icon: LucideIcon
  iconClass: string
  title: string
  text: string
  note?: string
  action?: ReactNode
}

/** What an empty and a failed list have in common: an icon, what happened, and what to do next. */
export const StateMessage = ({ icon: Icon, iconClass, title, text, note, action }: StateMessageProps) => (
  <>
    <span className={classNames('flex size-12 items-center justify-center rounded-full', iconClass)}>
      <Icon aria-hidden="true" className="size-6" />
    </span>
    <div className="flex max-w-md flex-col gap-1">
      <p className="font-semibold text-16">{title}</p>
      <p className="text-muted">{text}</p>
      {note && <p className="pt-1 text-13 text-muted">{note}</p>}
    </div>
    {action}
  </>
)
