import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

export type Tone = 'neutral' | 'good' | 'warn' | 'bad'

const tones: Record<Tone, string> = {
  neutral: 'bg-sunken text-muted',
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span
    className={classNames(
      'inline-flex h-6 items-center gap-1 whitespace-nowrap rounded-full px-2.5 font-medium text-12 forced-colors:border',
      tones[tone],
    )}
  >
    {children}
  </span>
)
