import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface NoticeProps {
  tone: 'good' | 'bad'
  title?: string
  children: ReactNode
}

/** A message in the page that can't be missed: spoken at once when it is bad, when there is a pause otherwise. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'bad' ? CircleAlert : CircleCheck
  return (
    <div
      role={tone === 'bad' ? 'alert' : 'status'}
      className={classNames(
        'flex animate-fade items-start gap-2.5 rounded-control px-3 py-2.5 text-13',
        tone === 'bad' ? 'bg-bad-soft text-bad' : 'bg-good-soft text-good',
      )}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-0.5">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
