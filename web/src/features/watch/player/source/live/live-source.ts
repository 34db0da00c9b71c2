import type { Choice } from '../../controls/quality-names.ts'
import type { FailureCause } from '../failure-cause.ts'
import type { ListedQuality } from './select-level.ts'

export interface LiveSource {
  kind: 'live'
  /** Lists every planned quality. */
  url: string
  /** Seconds of the whole video. */
  duration: number | null
}

/** What should play, which changes while it plays. */
interface LiveWish {
  choice: Choice
  qualities: readonly ListedQuality[]
}

export interface LiveOptions {
  /** Seconds. */
  startAt: number
  wish: () => LiveWish
  /** Called with whether another quality than the chosen one plays. */
  onSubstitute: (isSubstitute: boolean) => void
  /** `gone` is the address of what was deleted, where that is why. */
  onFail: (cause: FailureCause, gone?: string) => void
}
