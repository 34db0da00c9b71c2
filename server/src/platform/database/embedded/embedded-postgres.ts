import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import { isAlive } from '../../is-alive.ts'
import { startTicker } from '../../schedule/ticker.ts'
import type { PostgresConnection } from '../connection.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { guardScript } from './guard.ts'
import { createLifeline, type Lifeline } from './lifeline.ts'
import { dropStaleLock, runningPostmaster } from './postmaster.ts'
import { asCommand, chooseRunAs, giveTo, letPass, type RunAs } from './run-as.ts'

/**
 * A real PostgreSQL that this process runs under DATA_DIR, reached over a Unix socket and never over a port.
 *
 * It runs in its own process group, so that Ctrl-C in the terminal does not reach it. A guard process stops it some seconds after this
 * process was killed, unless a restart comes first and reuses it. Several processes may share one data folder: the first starts the server,
 * the guard stops it after the last has left, and each of them restarts it when it crashed.
 */
export interface EmbeddedPostgres {
  connection: PostgresConnection
  stop(): Promise<void>
}

const settings = {
  listen_addresses: '',
  // Small: it counts towards every server process that touches it, and the system's page cache holds the rest.
  shared_buffers: '48MB',
  wal_buffers: '1MB',
  unix_socket_permissions: '0700',
  // Idle helper processes cost memory.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  max_wal_senders: '0',
  wal_level: 'minimal',
  jit: 'off',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
  log_timezone: 'UTC',
  timezone: 'UTC',
}

const startSeconds = 60
const stopSeconds = 4
const leaveSeconds = 0.4
/** How long the guard waits for a restart after a kill -9, and how soon it starts to stop the server after the last process has left. */
const restartSeconds = 3
const guardSeconds = 1

interface Place {
  binaries: PostgresBinaries
  runAs: RunAs
  cluster: string
  sockets: string
  logFile: string
  connection: PostgresConnection
  lifeline: Lifeline
  maxConnections: number
}

export async function startEmbeddedPostgres(
  dataDir: string,
  log: Logger,
  choose = chooseRunAs,
  maxConnections = 40,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const binaries = findPostgresBinaries()
  const runAs = choose({ programs: dirname(binaries.postgres), data: dataDir })
  letPass(runAs, dataDir)
  const sockets = socketFolder(dataDir, runAs)
  const connection: PostgresConnection = { host: sockets, user: 'forge', database: 'postgres' }
  const lifeline = createLifeline(join(sockets, 'lifeline'))
  const place: Place = { binaries, runAs, cluster, sockets, connection, lifeline, maxConnections, logFile: join(dataDir, 'postgres.log') }

  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(binaries, runAs, cluster)
  giveTo(runAs, cluster)
  await untilServes(place, log).catch((error) => {
    lifeline.leave()
    throw error
  })

  const supervisor = startTicker(500, async () => {
    if (runningPostmaster(cluster)) return
    log.warn('embedded database ended unexpectedly, restarting')
    await untilServes(place, log).catch((error) => log.error({ err: error }, 'embedded database does not start'))
  })

  return {
    connection,
    async stop() {
      void supervisor.stop()
      const pid = runningPostmaster(cluster)
      const isShared = pid !== undefined && (await hasOtherClients(connection))
      const isGuarded = lifeline.leave()
      if (pid === undefined || isShared) return
      if (!isGuarded) process.kill(pid, 'SIGINT')
      await untilStopped(pid, connection)
    },
  }
}

/** Waits until it has stopped. A server that still answers after a moment is in use by another process, which has no connection just now. */
async function untilStopped(pid: number, connection: PostgresConnection): Promise<void> {
  const begin = Date.now()
  let isStopping = false
  while (isAlive(pid) && Date.now() < begin + (isStopping ? stopSeconds : guardSeconds) * 1000) {
    isStopping ||= !(await answers(connection))
    await wait(10)
  }
}

/** Creates the cluster in a temporary folder and renames it, so a start that is killed leaves nothing half made. */
function createCluster(binaries: PostgresBinaries, runAs: RunAs, cluster: string): void {
  const parent = dirname(cluster)
  for (const name of readdirSync(parent)) {
    const owner = /^postgres\.new-(\d+)$/.exec(name)?.[1]
    if (owner && !isAlive(Number(owner))) rmSync(join(parent, name), { recursive: true })
  }
  const fresh = `${cluster}.new-${process.pid}`
  mkdirSync(fresh, { mode: 0o700 })
  giveTo(runAs, fresh)
  const args = ['-D', fresh, '-U', 'forge', '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin', '--locale=C.UTF-8']
  const { file, args: argv, ...identity } = asCommand(runAs, binaries.initdb, args)
  const made = spawnSync(file, argv, { ...identity, cwd: '/', encoding: 'utf8' })
  if (made.status !== 0) {
    rmSync(fresh, { recursive: true, force: true })
    throw new Error(`The embedded database could not be created: ${lastLine(made.stderr ?? '') || made.error?.message}`)
  }
  try {
    renameSync(fresh, cluster)
  } catch (error) {
    // Another process has created the cluster at the same time.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/** Starts the server under its guard. The returned function notifies the guard that this process holds the lifeline. */
function launch({ binaries, runAs, cluster, sockets, logFile, lifeline, maxConnections }: Place): () => void {
  dropStaleLock(cluster)
  const own = { max_connections: maxConnections, unix_socket_directories: `"${sockets.replaceAll('"', '""')}"` }
  const options = Object.entries({ ...settings, ...own }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const server = [binaries.postgres, '-D', cluster, ...options]
  const guard = ['-c', guardScript, 'guard', lifeline.path, cluster, String(restartSeconds), ...server]
  const { file, args, ...identity } = asCommand(runAs, '/bin/sh', guard)
  const output = openSync(logFile, 'a', 0o600)
  const child = spawn(file, args, { ...identity, cwd: '/', detached: true, stdio: ['pipe', output, output] })
  child.on('error', () => {})
  child.stdin?.on('error', () => {})
  child.unref()
  closeSync(output)
  return () => void child.stdin?.destroy()
}

/** Starts the server unless it runs, and waits until it answers and its guard knows this process. */
async function untilServes(place: Place, log: Logger): Promise<void> {
  const { connection, cluster, logFile, lifeline } = place
  const begin = Date.now()
  const logBefore = existsSync(logFile) ? statSync(logFile).size : 0
  let nextLaunch = begin
  let isReplaced = false
  const launched: (() => void)[] = []
  try {
    for (;;) {
      if (lifeline.hold() !== 'waiting' && (await answers(connection))) {
        // Checked again: the guard may have started together with the server.
        const guard = lifeline.hold()
        if (guard === 'held') return
        if (guard === 'unguarded' && (isReplaced || !(await stopUnguarded(place)))) {
          log.warn('embedded database has no guard and keeps running when this process is killed')
          return
        }
        isReplaced ||= guard === 'unguarded'
      }
      if (Date.now() > begin + startSeconds * 1000) {
        throw new Error(
          `The embedded database does not start: ${lastLine(readFileSync(logFile, 'utf8').slice(logBefore)) || 'see postgres.log'}`,
        )
      }
      // A first launch may fail, for instance while a dying server still holds the shared memory.
      if (Date.now() >= nextLaunch && !runningPostmaster(cluster)) {
        launched.push(launch(place))
        nextLaunch = Date.now() + 1000
      }
      if (lifeline.isOpen()) for (const notify of launched.splice(0)) notify()
      await wait(10)
    }
  } finally {
    for (const notify of launched) notify()
  }
}

/** Stops a server without a guard, for instance of an older version; false when it is in use. */
async function stopUnguarded({ connection, cluster }: Place): Promise<boolean> {
  const pid = runningPostmaster(cluster)
  if (pid === undefined) return true
  if (await hasOtherClients(connection)) return false
  process.kill(pid, 'SIGINT')
  await untilStopped(pid, connection)
  return true
}

async function answers(connection: PostgresConnection): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** Our own connections are closed by now, but the server may take a moment to notice. */
async function hasOtherClients(connection: PostgresConnection): Promise<boolean> {
  const client = new Client({ ...connection, connectionTimeoutMillis: 1000 })
  client.on('error', () => {})
  try {
    await client.connect()
    for (const end = Date.now() + leaveSeconds * 1000; ; await wait(50)) {
      const others = await client.query(
        `select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1`,
      )
      if (others.rows.length === 0) return false
      if (Date.now() >= end) return true
    }
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The path of a socket is limited to about 100 bytes; a longer data folder gets a short path that is always the same. */
function socketFolder(dataDir: string, runAs: RunAs): string {
  const near = join(dataDir, 'run')
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const folder =
    Buffer.byteLength(join(near, '.s.PGSQL.5432')) < 100 ? near : join(tmpdir(), `video-forge-${process.getuid?.() ?? 0}-${name}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  giveTo(runAs, folder)
  const { uid, mode } = statSync(folder)
  const isOurs = runAs.kind.startsWith('nobody') || uid === process.getuid?.()
  if (!isOurs || (mode & 0o077) !== 0) throw new Error(`${folder} must belong to the user who starts Video Forge and be closed to others.`)
  return folder
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1)?.trim() ?? ''
