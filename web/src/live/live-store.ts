import type { JobUpdate, SystemStats } from '@video-forge/contract/live'
import { limits } from '@video-forge/contract/rules/limits'
import { currentUser } from '../session/session-store.ts'
import type { LiveMessage } from './open-stream.ts'
import { openWhenLoaded } from './open-when-loaded.ts'

export type LiveState = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface LiveStatus {
  state: LiveState
  /** The stream broke, or is open and silent. Pages must poll until it is back. */
  isDown: boolean
  stats: SystemStats | undefined
}

export type LiveEvent =
  /** `isNewStatus`: no update of the last ten seconds had this status. */
  | { kind: 'update'; update: JobUpdate; isNewStatus: boolean }
  | { kind: 'removed'; jobId: string }
  /** All active jobs have been sent after a connect. */
  | { kind: 'snapshot'; jobIds: ReadonlySet<string> }

/**
 * The live stream of this tab, open while at least one component holds it. States: disconnected, connecting, connected, and
 * error for the five seconds before a reconnect. It reconnects with the id of the last event, so no event is missed.
 */
let status: LiveStatus = { state: 'disconnected', isDown: false, stats: undefined }
let holderCount = 0
let stream: { close: () => void } | undefined
let lastEventId: string | undefined
let userId: string | undefined
let retryTimer: ReturnType<typeof setTimeout> | undefined
let releaseTimer: ReturnType<typeof setTimeout> | undefined
/** Fires when the stream sent nothing for one polling interval: a proxy may buffer an open stream. */
let silenceTimer: ReturnType<typeof setTimeout> | undefined
let cleanUpTimer: ReturnType<typeof setInterval> | undefined
let snapshotIds: Set<string> | undefined
const entries = new Map<string, { update: JobUpdate; at: number }>()
const statusListeners = new Set<() => void>()
const eventListeners = new Set<(event: LiveEvent) => void>()

/** During a navigation neither page holds the stream for a moment; it must stay open. */
const releaseMs = 1000

function updateStatus(parts: Partial<LiveStatus>): void {
  status = { ...status, ...parts }
  notifyStatusListeners()
}

const notifyStatusListeners = (): void => {
  for (const listener of statusListeners) listener()
}

const publish = (event: LiveEvent): void => {
  for (const listener of eventListeners) listener(event)
}

function handleMessage(message: LiveMessage): void {
  if (message.kind === 'update') {
    const { update } = message
    snapshotIds?.add(update.jobId)
    const isNewStatus = liveEntry(update.jobId)?.status !== update.status
    entries.set(update.jobId, { update, at: Date.now() })
    publish({ kind: 'update', update, isNewStatus })
    notifyStatusListeners()
  } else if (message.kind === 'removed') {
    entries.delete(message.jobId)
    publish(message)
    notifyStatusListeners()
  } else {
    if (message.stats) updateStatus({ stats: message.stats })
    if (snapshotIds) publish({ kind: 'snapshot', jobIds: snapshotIds })
    snapshotIds = undefined
  }
}

function connect(): void {
  const user = currentUser()
  if (!user) {
    updateStatus({ state: 'disconnected' })
    return
  }
  if (userId !== user.id) resetForUser()
  userId = user.id
  updateStatus({ state: 'connecting' })
  clearTimeout(silenceTimer)
  silenceTimer = setTimeout(() => updateStatus({ isDown: true }), limits.jobPollSeconds * 1000)
  stream = openWhenLoaded(lastEventId, {
    onOpen: () => {
      snapshotIds = new Set()
      updateStatus({ state: 'connected' })
    },
    onMessage: (message, id) => {
      clearTimeout(silenceTimer)
      if (status.isDown) updateStatus({ isDown: false })
      if (id) lastEventId = id
      if (message) handleMessage(message)
    },
    onBroken: () => {
      clearTimeout(silenceTimer)
      stream = undefined
      updateStatus({ state: 'error', isDown: true })
      retryTimer = setTimeout(connect, limits.liveReconnectSeconds * 1000)
    },
  })
}

function disconnect(): void {
  clearTimeout(retryTimer)
  clearTimeout(silenceTimer)
  clearInterval(cleanUpTimer)
  stream?.close()
  stream = undefined
  // The clean-up timer is off while nothing listens, and the counts grow old.
  entries.clear()
  updateStatus({ state: 'disconnected', isDown: false, stats: undefined })
}

function resetForUser(): void {
  lastEventId = undefined
  entries.clear()
  status = { ...status, stats: undefined }
}

function removeExpiredEntries(): void {
  const oldest = Date.now() - limits.liveEntryExpirySeconds * 1000
  let isChanged = false
  for (const [id, { at }] of entries) if (at <= oldest) isChanged = entries.delete(id) || isChanged
  if (isChanged) notifyStatusListeners()
}

/** Keeps the stream open until the returned function is called. */
export function holdStream(): () => void {
  holderCount += 1
  clearTimeout(releaseTimer)
  if (holderCount === 1 && status.state === 'disconnected') {
    cleanUpTimer = setInterval(removeExpiredEntries, limits.liveCleanupSeconds * 1000)
    connect()
  }
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holderCount -= 1
    if (holderCount === 0) releaseTimer = setTimeout(disconnect, releaseMs)
  }
}

export const liveStatus = (): LiveStatus => status

/** The latest update of a job, if it is not older than ten seconds. */
export const liveEntry = (id: string): JobUpdate | undefined => entries.get(id)?.update

export function subscribeToLiveStatus(listener: () => void): () => void {
  statusListeners.add(listener)
  return () => statusListeners.delete(listener)
}

export function subscribeToLiveEvents(listener: (event: LiveEvent) => void): () => void {
  eventListeners.add(listener)
  return () => eventListeners.delete(listener)
}
