import type { TaskKindName } from '@video-forge/contract/rules/task-rules'

export interface NewItem<Details> {
  /** What it is, once in a task: a listing that is repeated adds nothing twice. */
  key: string
  /** The same for people. */
  label: string
  details: Details
}

export interface Item<Details> extends NewItem<Details> {
  number: number
  /** What an earlier attempt has kept. */
  videoId: string | null
  /** An earlier attempt ended without a result, and may have done it all. */
  isRepeated?: boolean
}

export interface RunningTask<Request> {
  id: string
  userId: string
  request: Request
  /** Stores what has to be known if the item is done again after a crash. Rejects if another worker has the task. */
  keep(item: Item<unknown>, known: { videoId?: string; details?: unknown }): Promise<void>
}

export interface ItemResult {
  status: 'done' | 'skipped'
  videoId?: string | undefined
  /** Why it was skipped, or what its owner should know. */
  reason?: string | undefined
}

/** What one kind of task does. A process can be killed at any time, and for a moment two may work on one item. */
export interface TaskKind<Request, Details> {
  name: TaskKindName
  /** Items at once. */
  atOnce: number
  /** What there is to do, in batches. `listedTo` is that of the last stored batch, null at first. */
  list(task: RunningTask<Request>, listedTo: unknown, signal: AbortSignal): AsyncIterable<{ items: NewItem<Details>[]; listedTo: unknown }>
  /** Does one item. A Failure is its result, with its sentence; a TaskFailure ends the task; any other error is tried again. */
  run(task: RunningTask<Request>, item: Item<Details>, signal: AbortSignal): Promise<ItemResult>
  /** After the last item; the sentence is shown with the report. */
  finish?(task: RunningTask<Request>, signal: AbortSignal): Promise<string | undefined>
}

/** Kinds differ in what they ask and need; only they themselves know the form of their own rows. */
// biome-ignore lint/suspicious/noExplicitAny: rows of the table are in the form that their kind has written.
export type AnyTaskKind = TaskKind<any, any>
