import type { AssetType, Plan } from '@video-forge/contract/jobs'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { JobStatus } from '@video-forge/contract/rules/job-lifecycle'

/** One take of a job by a worker. Its number is the fence: after a later take nothing of this one counts any more. */
export interface Claim {
  id: string
  /** Counted anew when somebody retries the job; a hand-back may not count at all. */
  attempt: number
  /** The last attempt that brought the job further; 0 if none did. */
  usefulAttempt: number
  /** Never the same twice. */
  take: number
  inputSource: string
  outputFormats: OutputFormat[]
  /** Where an earlier attempt has put the source, if it got that far. */
  originalKey: string | null
}

export interface Progress {
  status: Extract<JobStatus, 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING'>
  /** Percent of the whole job; what is written never goes back. */
  progress: number
  stage: string
  etaSeconds: number | null
  renditions: { format: OutputFormat; progress: number }[]
}

export interface NewAsset {
  type: AssetType
  key: string
  filename: string
  contentType: string
  size: number
  width: number | null
  height: number | null
  details: object
}

/** What was found in the source. */
interface SourceNotes {
  duration: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
  /** The type under which a browser plays the original; null when none does. */
  originalMime: string | null
}

interface Published {
  assets: NewAsset[]
  notes: readonly string[]
}

/** What the pipeline writes down about a job. Every write but the claim says whether the claim still holds. */
export interface Ledger {
  /** Takes the job; undefined when there is nothing to do for it any more. */
  claim(id: string): Promise<Claim | undefined>
  report(claim: Claim, progress: Progress): Promise<boolean>
  /** What was decided to make of the source, for whoever looks into the job. */
  keepPlan(claim: Claim, plan: Plan): Promise<boolean>
  /** A line for the job's log. */
  note(claim: Claim, line: string): Promise<void>
  /** Rejects with QUOTA_REACHED when its owner may not keep so much more; then nothing is written down. */
  keepOriginal(claim: Claim, key: string, size: number): Promise<boolean>
  /** From here on an original that a browser can play may be watched while the rest is being made. */
  noteSource(claim: Claim, source: SourceNotes): Promise<boolean>
  /** Everything the job made becomes visible at once, or nothing does. Rejects with QUOTA_REACHED as above. */
  publish(claim: Claim, published: Published): Promise<boolean>
  /** Whether this take is what people watch, even if nobody heard the answer to its publication. */
  isPublished(claim: Claim): Promise<boolean>
  fail(claim: Claim, failure: { cause: string; sentence: string; detail: string | undefined }): Promise<boolean>
  /** The last attempt that brought the job further, as it is known now. */
  usefulAttempt(claim: Claim): Promise<number>
  /** Puts the job back in line. An attempt that ended for no fault of the job's is not counted. */
  handBack(claim: Claim, options: { counts: boolean }): Promise<boolean>
}

/** How quick this machine has been with earlier jobs: CPU seconds for each that was planned. */
export interface EncodingSpeed {
  now(): Promise<number>
  remember(encodingSpeed: number): Promise<void>
}
