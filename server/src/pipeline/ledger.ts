import type { AssetType, Plan } from '@video-forge/contract/jobs'
import type { OutputFormat } from '@video-forge/contract/rules/formats'
import type { JobStatus } from '@video-forge/contract/rules/jobs/job-lifecycle'
import type { SourceFacts } from '@video-forge/media/probing/source-facts'

/** A worker's lease of a job. Once another worker has a later one, nothing that is written under this one counts. */
export interface Claim {
  id: string
  /** Starts at 1 again when somebody retries the job; an attempt that is handed back may not count. */
  attempt: number
  /** The last attempt that finished some of the work; 0 if none did. */
  usefulAttempt: number
  /** Never the same twice. */
  leaseNumber: number
  inputSource: string
  outputFormats: OutputFormat[]
  /** The source in storage, if an earlier attempt got that far. */
  originalKey: string | null
  /** Nobody has computed what the bytes of the upload are: it was described before all of it had arrived from remote storage. */
  lacksHash: boolean
  /** The source is to replace the file of a video. What is published stays until this is. */
  isReplacement: boolean
}

export interface Progress {
  status: Extract<JobStatus, 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING'>
  /** Percent of the whole job. What is stored never decreases. */
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

export interface SourceNotes {
  duration: number
  width: number
  height: number
  videoCodec: string
  audioCodec: string | null
  /** BCP 47, as the file says; null where it does not. */
  audioLanguage: string | null
  /** The type under which a browser plays the original; null when none does. */
  originalMime: string | null
}

export interface Published {
  assets: NewAsset[]
  notes: readonly string[]
}

/** Captions of a source, as WebVTT. */
export interface EmbeddedCaption {
  language: string
  label: string
  isDefault: boolean
  content: string
}

export interface Embedded {
  captions: readonly EmbeddedCaption[]
  chapters: readonly { start: number; title: string }[]
}

export interface LedgerFailure {
  cause: string
  sentence: string
  detail: string | undefined
}

/** What the pipeline stores about a job. Every write but the claim returns whether the claim still holds. */
export interface Ledger {
  /** Undefined when the job has ended or is gone. */
  claim(id: string): Promise<Claim | undefined>
  report(claim: Claim, progress: Progress): Promise<boolean>
  keepPlan(claim: Claim, plan: Plan): Promise<boolean>
  /** Adds a line to the job's log. */
  note(claim: Claim, line: string): Promise<void>
  /** What a probe found in the original when it was uploaded. */
  sourceFacts(claim: Claim): Promise<SourceFacts | undefined>
  /** What was found out since; no later attempt believes what it was thought to be before. */
  keepFacts(claim: Claim, facts: SourceFacts): Promise<boolean>
  /** Rejects with QUOTA_REACHED, and stores nothing, when the original exceeds its owner's quota. */
  keepOriginal(claim: Claim, key: string, size: number, contentHash: Buffer | null): Promise<boolean>
  /** What the bytes of the source are, where that was not known. */
  keepHash(claim: Claim, contentHash: Buffer): Promise<void>
  /** From here on an original that a browser can play may be watched while the renditions are being made. */
  noteSource(claim: Claim, source: SourceNotes): Promise<boolean>
  /** Whether the captions and chapters inside the original were not taken over yet. */
  lacksEmbedded(claim: Claim): Promise<boolean>
  keepEmbedded(claim: Claim, embedded: Embedded): Promise<boolean>
  /** Publishes everything the job made, or nothing. Rejects with QUOTA_REACHED as above. */
  publish(claim: Claim, published: Published): Promise<boolean>
  /** Whether this claim's files are published, also when the answer to the publication was lost. */
  isPublished(claim: Claim): Promise<boolean>
  fail(claim: Claim, failure: LedgerFailure): Promise<boolean>
  /** The last attempt that finished some of the work, as of now. */
  usefulAttempt(claim: Claim): Promise<number>
  /** Puts the job back into the queue. An attempt that ended through no fault of the job does not count. */
  handBack(claim: Claim, options: { counts: boolean }): Promise<boolean>
}

/** CPU seconds that earlier jobs took on this machine for each one planned. */
export interface EncodingSpeed {
  /** Undefined before the first job. */
  now(): Promise<number | undefined>
  remember(encodingSpeed: number): Promise<void>
}
