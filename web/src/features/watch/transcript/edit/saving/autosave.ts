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

export type Autosave = ReturnType<typeof createAutosave>

/**
 * Saves a text while it is edited: one request at a time, each with the version that it changes. What is not stored yet is kept as a draft. A
 * text whose answer was lost is sent once more before a newer one, because the server takes the same text twice but no second change of
 * one version.
 */
export function createAutosave({ stored, send, keepDraft }: AutosaveOptions) {
  let { version } = stored
  let savedContent = stored.content
  let current = stored.content
  let unanswered: string | undefined
  let state: SaveState = { kind: 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let draftTimer: ReturnType<typeof setTimeout> | undefined
  let dirtySince = 0
  let running: Promise<boolean> | undefined
  let isUrgent = false
  const listeners = new Set<() => void>()

  const setState = (next: SaveState) => {
    state = next
    for (const listener of listeners) listener()
  }
  // Without an answer nobody knows what is stored.
  const isDirty = () => current !== savedContent || unanswered !== undefined
  const keep = () => {
    clearTimeout(draftTimer)
    draftTimer = undefined
    keepDraft(isDirty() && current !== undefined ? { version, content: current, sent: unanswered ?? null } : undefined)
  }

  function fail(error: unknown): void {
    const message = error instanceof Error ? error.message : String(error)
    if (error instanceof ApiError && error.code === 'CONFLICT') {
      const theirs = error.body['version']
      setState({ kind: 'conflict', message, theirs: typeof theirs === 'number' ? theirs : version })
      return
    }
    // A refusal is an answer: nothing was stored.
    if (error instanceof ApiError && error.hasResponse && !error.isServerFault) unanswered = undefined
    setState({ kind: 'failed', message, isGone: error instanceof ApiError && error.isNotFound })
  }

  async function save(isLeaving: boolean): Promise<boolean> {
    while (isDirty()) {
      const isRepeated = unanswered !== undefined
      const content = unanswered ?? current
      if (content === undefined) {
        setState({ kind: 'failed', message: 'At least one caption needs text. Delete the captions in the edit dialog.', isGone: false })
        return false
      }
      unanswered = content
      keep()
      setState({ kind: 'saving' })
      try {
        version = await send(content, version, isLeaving)
        savedContent = content
        unanswered = undefined
      } catch (error) {
        fail(error)
        keep()
        return false
      }
      keep()
      // Changes during the request wait for a pause, or else a slow typist saves with every letter.
      if (isDirty() && !isRepeated && !isUrgent) {
        schedule()
        return false
      }
    }
    setState({ kind: 'saved' })
    return true
  }

  function start(isLeaving = false): Promise<boolean> {
    cancelTimer()
    if (state.kind === 'conflict') return Promise.resolve(false)
    running ??= save(isLeaving).finally(() => {
      running = undefined
      isUrgent = false
    })
    return running
  }

  /** Saves all of it now. Resolves with whether everything is stored. */
  function flush(isLeaving = false): Promise<boolean> {
    isUrgent = true
    keep()
    return start(isLeaving)
  }

  function cancelTimer(): void {
    clearTimeout(timer)
    timer = undefined
  }

  function schedule(): void {
    if (timer === undefined) dirtySince = Date.now()
    clearTimeout(timer)
    timer = setTimeout(() => void start(), Math.min(delays.quietMs, Math.max(0, dirtySince + delays.maxMs - Date.now())))
    if (state.kind !== 'unsaved') setState({ kind: 'unsaved' })
  }

  return {
    flush,
    change(content: string | undefined) {
      if (content === current) return
      current = content
      // Writing a long text takes milliseconds, which is too much for each letter.
      draftTimer ??= setTimeout(keep, delays.draftMs)
      if (state.kind === 'conflict' || running) return
      if (isDirty()) return schedule()
      cancelTimer()
      setState({ kind: 'saved' })
    },
    /** Somebody else's version is replaced by ours. */
    overwrite(theirs: number): Promise<boolean> {
      version = theirs
      unanswered = undefined
      setState({ kind: 'unsaved' })
      return flush()
    },
    /** What is edited is given up. */
    discard() {
      cancelTimer()
      current = savedContent
      unanswered = undefined
      keep()
      setState({ kind: 'saved' })
    },
    /** Continues with a draft of an earlier visit. One of an older version is in conflict, unless the server has what it sent. */
    resume(draft: Draft, message: string) {
      const theirs = version
      const isOurs = draft.version === version || draft.sent === savedContent
      current = draft.content
      if (!isOurs) version = draft.version
      keep()
      if (!isDirty()) return
      if (isOurs) schedule()
      else setState({ kind: 'conflict', message, theirs })
    },
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
