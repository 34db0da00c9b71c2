import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

interface NoticeProps {
  tone: 'good' | 'warn' | 'bad'
  title?: string
  children: ReactNode
}

const tones = { good: 'bg-good-soft text-good', warn: 'bg-warn-soft text-warn', bad: 'bg-bad-soft text-bad' } as const

/** A message in the page. Screen readers announce problems at once and good news politely. */
export function Notice({ tone, title, children }: NoticeProps) {
  const Icon = tone === 'good' ? CircleCheck : CircleAlert
  return (
    <div
      role={tone === 'good' ? 'status' : 'alert'}
      className={classNames('flex animate-fade items-start gap-2.5 rounded-control px-3 py-2.5 text-13 forced-colors:border', tones[tone])}
    >
      <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <div className="flex min-w-0 flex-col gap-0.5">
        {title && <p className="font-semibold">{title}</p>}
        <div>{children}</div>
      </div>
    </div>
  )
}
