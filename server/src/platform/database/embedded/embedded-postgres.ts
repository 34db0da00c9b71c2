import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { Client } from 'pg'
import type { Logger } from 'pino'
import type { PostgresConnection } from '../connection.ts'
import { findPostgresBinaries, type PostgresBinaries } from './binaries.ts'
import { dropStaleLock, isAlive, runningPostmaster } from './postmaster.ts'
import { asCommand, chooseRunAs, giveTo, type RunAs } from './run-as.ts'

/**
 * A real PostgreSQL kept by this process under DATA_DIR, reached over a Unix socket and never over a port.
 *
 * It runs in a process group of its own, so that Ctrl-C in the terminal reaches us and not it; after a kill -9 of ours it
 * may therefore still run, and the next start finds it by its socket and goes on with it. Several processes may share one
 * data folder: whoever comes first starts the server, the last one out stops it, and everybody starts it again when it
 * is gone without having been asked to go.
 */
export interface EmbeddedPostgres {
  connection: PostgresConnection
  stop(): Promise<void>
}

const settings = {
  listen_addresses: '',
  max_connections: '40',
  // Small, since every process counts what it touches of it, and the system's own cache holds the rest.
  shared_buffers: '48MB',
  wal_buffers: '1MB',
  unix_socket_permissions: '0700',
  // Idle helper processes cost memory that a single machine has better uses for.
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

export async function startEmbeddedPostgres(dataDir: string, log: Logger, choose = chooseRunAs): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  mkdirSync(dataDir, { recursive: true })
  const binaries = findPostgresBinaries()
  const runAs = choose({ programs: dirname(binaries.postgres), data: dataDir })
  const sockets = socketFolder(dataDir, runAs)
  const connection: PostgresConnection = { host: sockets, user: 'forge', database: 'postgres' }
  const logFile = join(dataDir, 'postgres.log')

  if (!existsSync(join(cluster, 'PG_VERSION'))) createCluster(binaries, runAs, cluster)
  giveTo(runAs, cluster)

  const start = async () => {
    if (!(await answers(connection))) launch(binaries, runAs, cluster, sockets, logFile)
    await untilAnswers(connection, () => launch(binaries, runAs, cluster, sockets, logFile), cluster, logFile)
  }
  await start()

  let stopping = false
  let starting = false
  const supervisor = setInterval(async () => {
    if (stopping || starting || runningPostmaster(cluster)) return
    starting = true
    log.warn('the embedded database is gone; starting it again')
    await start().catch((error) => log.error({ err: error }, 'the embedded database does not start'))
    starting = false
  }, 500)
  supervisor.unref()

  return {
    connection,
    async stop() {
      stopping = true
      clearInterval(supervisor)
      const pid = runningPostmaster(cluster)
      if (pid === undefined || (await hasOtherClients(connection))) return
      process.kill(pid, 'SIGINT')
      for (const end = Date.now() + stopSeconds * 1000; isAlive(pid) && Date.now() < end; ) await wait(10)
      if (isAlive(pid)) process.kill(pid, 'SIGQUIT')
    },
  }
}

/** Makes the cluster beside its place and moves it there whole, so a start that is killed halfway leaves nothing half made. */
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
    // Another process that started at the same moment was quicker; its cluster is as good as ours.
    rmSync(fresh, { recursive: true, force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

function launch(binaries: PostgresBinaries, runAs: RunAs, cluster: string, sockets: string, logFile: string): void {
  dropStaleLock(cluster)
  const options = Object.entries({ ...settings, unix_socket_directories: `"${sockets.replaceAll('"', '""')}"` }).flatMap(
    ([name, value]) => ['-c', `${name}=${value}`],
  )
  const { file, args, ...identity } = asCommand(runAs, binaries.postgres, ['-D', cluster, ...options])
  const output = openSync(logFile, 'a')
  const child = spawn(file, args, { ...identity, cwd: '/', detached: true, stdio: ['ignore', output, output] })
  child.on('error', () => {})
  child.unref()
  closeSync(output)
}

async function untilAnswers(connection: PostgresConnection, launchAgain: () => void, cluster: string, logFile: string): Promise<void> {
  const begin = Date.now()
  const logBefore = existsSync(logFile) ? statSync(logFile).size : 0
  let nextLaunch = begin + 1000
  while (!(await answers(connection))) {
    if (Date.now() > begin + startSeconds * 1000) {
      throw new Error(
        `The embedded database does not start: ${lastLine(readFileSync(logFile, 'utf8').slice(logBefore)) || 'see postgres.log'}`,
      )
    }
    // It may have given up at once, for instance because a dying predecessor still held its memory.
    if (Date.now() > nextLaunch && !runningPostmaster(cluster)) {
      launchAgain()
      nextLaunch = Date.now() + 1000
    }
    await wait(10)
  }
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

/** Our own connections are closed by now, but the server's side of one may take a moment to go. */
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

/** A socket's path may have about 100 bytes; a data folder deeper than that gets a short one that is always the same. */
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
