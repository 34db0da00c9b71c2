import { ApiError } from '../../../../../api/api-error.ts'
import type { Draft } from './drafts.ts'

export type SaveState =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  | { kind: 'failed'; message: string; isGone: boolean }
  /** The captions were changed elsewhere; `theirs` is the version that is stored. */
  | { kind: 'conflict'; message: string; theirs: number }

interface AutosaveOptions {
  /** What is stored. */
  stored: { version: number; content: string | undefined }
  /** Stores a text and returns its version. `isLeaving`: the request must survive the page. */
  send: (content: string, version: number, isLeaving: boolean) => Promise<number>
  keepDraft: (draft: Draft | undefined) => void
}

/** After the last change; during a longer change it is saved now and then. */
const delays = { quietMs: 1500, maxMs: 10_000, draftMs: 300 }

type Timer = ReturnType<typeof setTimeout> | undefined

/**
 * Saves a text while it is edited: one request at a time, each with the version that it changes. What is not stored yet is kept as a draft. A
 * text whose answer was lost is sent once more before a newer one, because the server takes the same text twice but no second change of
 * one version.
 */
export class Autosave {
  private readonly options: AutosaveOptions
  private readonly listeners = new Set<() => void>()
  private version: number
  private savedContent: string | undefined
  private current: string | undefined
  private unanswered: string | undefined
  private shown: SaveState = { kind: 'saved' }
  private timer: Timer
  private draftTimer: Timer
  private dirtySince = 0
  private running: Promise<boolean> | undefined
  private isUrgent = false

  constructor(options: AutosaveOptions) {
    this.options = options
    this.version = options.stored.version
    this.savedContent = options.stored.content
    this.current = options.stored.content
  }

  readonly state = (): SaveState => this.shown

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => void this.listeners.delete(listener)
  }

  change(content: string | undefined): void {
    if (content === this.current) return
    this.current = content
    // Writing a long text takes milliseconds, which is too much for each letter.
    this.draftTimer ??= setTimeout(() => this.keep(), delays.draftMs)
    if (this.shown.kind === 'conflict' || this.running) return
    if (this.isDirty()) {
      this.schedule()
    } else {
      this.cancelTimer()
      this.setState({ kind: 'saved' })
    }
  }

  /** Saves all of it now. Resolves with whether everything is stored. */
  flush(isLeaving = false): Promise<boolean> {
    this.isUrgent = true
    this.keep()
    return this.start(isLeaving)
  }

  /** Somebody else's version is replaced by ours. */
  overwrite(theirs: number): Promise<boolean> {
    this.version = theirs
    this.unanswered = undefined
    this.setState({ kind: 'unsaved' })
    return this.flush()
  }

  /** What is edited is given up. */
  discard(): void {
    this.cancelTimer()
    this.current = this.savedContent
    this.unanswered = undefined
    this.keep()
    this.setState({ kind: 'saved' })
  }

  /** Continues with a draft of an earlier visit. One of an older version is in conflict, unless the server has what it sent. */
  resume(draft: Draft, message: string): void {
    const theirs = this.version
    const isOurs = draft.version === theirs || draft.sent === this.savedContent
    this.current = draft.content
    if (!isOurs) this.version = draft.version
    this.keep()
    if (!this.isDirty()) return
    if (isOurs) this.schedule()
    else this.setState({ kind: 'conflict', message, theirs })
  }

  private setState(next: SaveState): void {
    this.shown = next
    for (const listener of this.listeners) listener()
  }

  /** Without an answer nobody knows what is stored. */
  private isDirty(): boolean {
    return this.current !== this.savedContent || this.unanswered !== undefined
  }

  private keep(): void {
    clearTimeout(this.draftTimer)
    this.draftTimer = undefined
    const { version, current: content, unanswered } = this
    this.options.keepDraft(this.isDirty() && content !== undefined ? { version, content, sent: unanswered ?? null } : undefined)
  }

  private cancelTimer(): void {
    clearTimeout(this.timer)
    this.timer = undefined
  }

  private schedule(): void {
    if (this.timer === undefined) this.dirtySince = Date.now()
    clearTimeout(this.timer)
    const latestMs = Math.max(0, this.dirtySince + delays.maxMs - Date.now())
    this.timer = setTimeout(() => void this.start(false), Math.min(delays.quietMs, latestMs))
    if (this.shown.kind !== 'unsaved') this.setState({ kind: 'unsaved' })
  }

  private start(isLeaving: boolean): Promise<boolean> {
    this.cancelTimer()
    if (this.shown.kind === 'conflict') return Promise.resolve(false)
    this.running ??= this.save(isLeaving).finally(() => {
      this.running = undefined
      this.isUrgent = false
    })
    return this.running
  }

  private async save(isLeaving: boolean): Promise<boolean> {
    while (this.isDirty()) {
      const isRepeated = this.unanswered !== undefined
      const content = this.unanswered ?? this.current
      if (content === undefined) {
        this.setState({
          kind: 'failed',
          message: 'At least one caption needs text. Delete the captions in the edit dialog.',
          isGone: false,
        })
        return false
      }
      if (!(await this.sendOne(content, isLeaving))) return false
      // Changes during the request wait for a pause, or else a slow typist saves with every letter.
      if (this.isDirty() && !isRepeated && !this.isUrgent) {
        this.schedule()
        return false
      }
    }
    this.setState({ kind: 'saved' })
    return true
  }

  private async sendOne(content: string, isLeaving: boolean): Promise<boolean> {
    this.unanswered = content
    this.keep()
    this.setState({ kind: 'saving' })
    try {
      this.version = await this.options.send(content, this.version, isLeaving)
      this.savedContent = content
      this.unanswered = undefined
      return true
    } catch (error) {
      this.fail(error)
      return false
    } finally {
      this.keep()
    }
  }

  private fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof ApiError && error.code === 'CONFLICT') {
      const theirs = error.body['version']
      this.setState({ kind: 'conflict', message, theirs: typeof theirs === 'number' ? theirs : this.version })
      return
    }
    // A refusal is an answer: nothing was stored.
    if (error instanceof ApiError && error.hasResponse && !error.isServerFault) this.unanswered = undefined
    this.setState({ kind: 'failed', message, isGone: error instanceof ApiError && error.isNotFound })
  }
}
