import type { JobUpdate, SystemStats } from '@video-forge/contract/live'
import { limits } from '@video-forge/contract/rules/limits'
import { currentUser } from '../session/session-store.ts'
import { type EventName, openStream } from './open-stream.ts'
import { parseRemoved, parseStats, parseUpdate } from './parse-live.ts'

export type LiveState = 'disconnected' | 'connecting' | 'connected' | 'error'

export interface LiveStatus {
  state: LiveState
  /** The stream broke, or has told nothing yet and should have: whoever shows moving things has to ask for them. */
  isDown: boolean
  stats: SystemStats | undefined
}

export type LiveNews =
  /** `isNewStatus`: no update of the last ten seconds had this status. */
  | { kind: 'update'; update: JobUpdate; isNewStatus: boolean }
  | { kind: 'removed'; jobId: string }
  /** Everything that is active has been told. */
  | { kind: 'snapshot'; jobIds: ReadonlySet<string> }

/**
 * The one stream of this tab. It is open while somebody holds it: disconnected, connecting, connected, and error for the five
 * seconds before it tries again. It comes back with the id of the last event, so nothing that happened meanwhile is missed.
 */
let status: LiveStatus = { state: 'disconnected', isDown: false, stats: undefined }
let holders = 0
let stream: { close: () => void } | undefined
let lastEventId: string | undefined
let owner: string | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let release: ReturnType<typeof setTimeout> | undefined
/** Runs out when nothing was told for as long as a poll would have taken: a stream may be open and held back by a proxy. */
let overdue: ReturnType<typeof setTimeout> | undefined
let cleaner: ReturnType<typeof setInterval> | undefined
let greeted: Set<string> | undefined
const entries = new Map<string, { update: JobUpdate; at: number }>()
const watchers = new Set<() => void>()
const readers = new Set<(news: LiveNews) => void>()

/** A page that goes and one that comes may both hold it; between the two it stays open. */
const releaseMs = 1000

function change(parts: Partial<LiveStatus>): void {
  status = { ...status, ...parts }
  announce()
}

const announce = (): void => {
  for (const watcher of watchers) watcher()
}

const publish = (news: LiveNews): void => {
  for (const reader of readers) reader(news)
}

function take(name: EventName, data: string): void {
  if (name === 'job_update') {
    const update = parseUpdate(data)
    if (!update) return
    greeted?.add(update.jobId)
    const isNewStatus = liveEntry(update.jobId)?.status !== update.status
    entries.set(update.jobId, { update, at: Date.now() })
    publish({ kind: 'update', update, isNewStatus })
    announce()
  } else if (name === 'job_removed') {
    const jobId = parseRemoved(data)
    if (!jobId) return
    entries.delete(jobId)
    publish({ kind: 'removed', jobId })
    announce()
  } else {
    const stats = parseStats(data)
    if (stats) change({ stats })
    if (greeted) publish({ kind: 'snapshot', jobIds: greeted })
    greeted = undefined
  }
}

function connect(): void {
  const user = currentUser()
  if (!user) {
    change({ state: 'disconnected' })
    return
  }
  if (owner !== user.id) forget()
  owner = user.id
  change({ state: 'connecting' })
  clearTimeout(overdue)
  overdue = setTimeout(() => change({ isDown: true }), limits.jobPollSeconds * 1000)
  stream = openStream(lastEventId, {
    onOpen: () => {
      greeted = new Set()
      change({ state: 'connected' })
    },
    onEvent: (name, data, id) => {
      clearTimeout(overdue)
      if (status.isDown) change({ isDown: false })
      if (id) lastEventId = id
      take(name, data)
    },
    onBroken: () => {
      clearTimeout(overdue)
      stream = undefined
      change({ state: 'error', isDown: true })
      retry = setTimeout(connect, limits.liveReconnectSeconds * 1000)
    },
  })
}

function disconnect(): void {
  clearTimeout(retry)
  clearTimeout(overdue)
  clearInterval(cleaner)
  stream?.close()
  stream = undefined
  // Nobody cleans them up while nobody listens.
  entries.clear()
  change({ state: 'disconnected', isDown: false })
}

function forget(): void {
  lastEventId = undefined
  entries.clear()
  status = { ...status, stats: undefined }
}

function cleanUp(): void {
  const oldest = Date.now() - limits.liveEntryExpirySeconds * 1000
  let isChanged = false
  for (const [id, { at }] of entries) if (at <= oldest) isChanged = entries.delete(id) || isChanged
  if (isChanged) announce()
}

/** Keeps the stream open until the returned function is called. */
export function holdStream(): () => void {
  holders += 1
  clearTimeout(release)
  if (holders === 1 && status.state === 'disconnected') {
    cleaner = setInterval(cleanUp, limits.liveCleanupSeconds * 1000)
    connect()
  }
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holders -= 1
    if (holders === 0) release = setTimeout(disconnect, releaseMs)
  }
}

export const liveStatus = (): LiveStatus => status

/** The newest word on a job, as long as it is not older than ten seconds. */
export const liveEntry = (id: string): JobUpdate | undefined => entries.get(id)?.update

export function watchLive(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export function readLiveNews(reader: (news: LiveNews) => void): () => void {
  readers.add(reader)
  return () => readers.delete(reader)
}
