import type { Calls, Job, JobUpdate, OutputFormat, SystemStats, Video } from './calls.d.ts'

/** A call of the API by its method and path, for instance 'GET /jobs/{id}'. */
export type CallName = keyof Calls
/** What is sent with a call: params of its path, query, and body or file. */
export type CallRequest<Name extends CallName> = Calls[Name]['request']
/** What a call answers. */
export type CallAnswer<Name extends CallName> = Calls[Name]['answer']
/** A call whose request may be empty needs no second argument. */
export type CallArguments<Name extends CallName> =
  Record<never, never> extends CallRequest<Name>
    ? [request?: CallRequest<Name>, options?: CallOptions]
    : [request: CallRequest<Name>, options?: CallOptions]

export interface FieldProblem {
  field: string
  message: string
}

export interface ErrorParts {
  /** 0 when there was no response. */
  status: number
  body?: Readonly<Record<string, unknown>>
  retryAfter?: number
  cause?: unknown
}

export interface RequestParts {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean | undefined>
  body?: unknown
  /** Sent as the body, under its own type, instead of JSON. */
  file?: Blob
}

export interface SendOptions {
  token?: string | undefined
  signal?: AbortSignal | undefined
  /** Continues after the page is left. */
  keepalive?: boolean | undefined
}

export interface ReceivedFile {
  filename: string
  content: Blob
}

export interface Sender {
  send(name: string, request?: RequestParts, options?: SendOptions): Promise<unknown>
  sendForFile(name: string, request?: RequestParts, options?: SendOptions): Promise<ReceivedFile>
}

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** How often a call is tried while the server is busy; 1 switches retries off. */
  attempts?: number | undefined
}

/** A token, or what returns the current one, for instance after it was renewed. */
export type TokenSource = string | (() => string | undefined | Promise<string | undefined>)

export interface ForgeOptions {
  /** The address of the site, for instance https://video.example.com; in a page of the site itself ''. */
  url: string
  /** An API key, `vf_…`. */
  key?: string | undefined
  /** Instead of a key: the token of somebody who signed in. */
  token?: TokenSource | undefined
  /** Instead of the global one. */
  fetch?: typeof fetch | undefined
  /** How often a call is tried while the server is busy; 6 unless given. */
  attempts?: number | undefined
}

export type LiveEvent =
  | { name: 'job_update'; id: string; data: JobUpdate }
  | { name: 'job_removed'; id: string; data: { jobId: string } }
  | { name: 'system_stats'; id: string; data: SystemStats }

/** A file to upload, by its name and size. In Node.js `openFile` of '@video-forge/client/node' makes one of a path. */
export interface NamedSource {
  name: string
  size: number
  type: string
  /** A stream of Node.js over these bytes, without the last one. */
  read: (start: number, end: number) => object
}

export type UploadFile = Blob | NamedSource

/** How far an upload is. Stored, it lets another run continue. */
export interface UploadState {
  s3Key: string
  resumableUrl: string
  size: number
  /** When the server deletes an upload that was not completed. */
  expiresAt: string
  stage: 'sending' | 'sent' | 'confirmed'
}

export interface UploadOptions {
  /** The name of a file that is a Blob. */
  filename?: string | undefined
  contentType?: string | undefined
  title?: string | undefined
  description?: string | undefined
  /** Private unless given. */
  visibility?: 'public' | 'private' | undefined
  tags?: readonly string[] | undefined
  /** When the video was first published elsewhere, as ISO 8601; now unless given. */
  createdAt?: string | undefined
  /** What is made of the file. Without any, it can be watched only where the browser plays the file itself. */
  formats?: readonly OutputFormat[] | undefined
  /** Continues an earlier upload of the same file. */
  resume?: UploadState | undefined
  /** Called when another run could continue from here; the upload waits for it. */
  onState?: ((state: UploadState) => void | Promise<void>) | undefined
  onProgress?: ((progress: { sent: number; size: number }) => void) | undefined
  /** Called while the network is lost. */
  onWaiting?: (() => void) | undefined
  signal?: AbortSignal | undefined
  /** Bytes of one request. */
  chunkSize?: number | undefined
}

export interface Uploaded {
  video: Video
  /** Null without formats. */
  job: Job | null
}

export interface Transfer {
  url: string
  file: Blob | NamedSource
  chunkSize?: number | undefined
  signal: AbortSignal
  onProgress: (sent: number) => void
}

export interface WaitOptions {
  signal?: AbortSignal | undefined
  /** Called with the job, and with each update of it. */
  onUpdate?: ((update: Pick<Job, 'status' | 'progress' | 'stage' | 'eta_seconds'>) => void) | undefined
  /** Seconds between two polls while there are no live events. */
  pollSeconds?: number | undefined
}

/** The API of one site, as one person or nobody. */
export interface Forge {
  /** One call of the API. Rejects with an ApiError. */
  call<Name extends CallName>(name: Name, ...rest: CallArguments<Name>): Promise<CallAnswer<Name>>
  /** The same for a call that returns a file. */
  callForFile<Name extends CallName>(name: Name, ...rest: CallArguments<Name>): Promise<ReceivedFile>
  /** Live events of one connection, which ends with an error. */
  events(options?: { signal?: AbortSignal | undefined; lastEventId?: string | undefined }): AsyncGenerator<LiveEvent, void, void>
  /** Sends a file, resuming after lost connections, and makes a video of it. */
  upload(file: UploadFile, options?: UploadOptions): Promise<Uploaded>
  /** The job when it has ended: COMPLETED, FAILED or CANCELLED. */
  waitForJob(id: string, options?: WaitOptions): Promise<Job>
}

/** The body of a webhook. */
export interface WebhookEvent {
  id: string
  event: string
  created_at: string
  [field: string]: unknown
}
