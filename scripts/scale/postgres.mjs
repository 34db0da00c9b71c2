// PostgreSQL from Debian, which refuses to run as root and is not on the PATH.
import { chownSync, existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runOnce, startService, waitFor } from './run-service.mjs'

/** Reuses the database if the folder has one. @param {string} folder @param {number} port */
export async function startPostgres(folder, port) {
  const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a))
  const programs = join('/usr/lib/postgresql', versions[0] ?? '', 'bin')
  const data = join(folder, 'postgres')
  const owner = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (!existsSync(data)) {
    mkdirSync(data, { mode: 0o700 })
    if (owner.uid !== undefined) chownSync(data, owner.uid, owner.gid)
    runOnce(join(programs, 'initdb'), ['-D', data, '-U', 'forge', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'], {
      ...owner,
      cwd: data,
    })
  }
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', fsync: 'off', max_connections: 200 }
  // SIGINT is a fast, clean shutdown; SIGTERM would wait for its clients.
  const service = startService(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { log: join(folder, 'postgres.log'), stopSignal: 'SIGINT', ...owner },
  )
  const url = `postgres://forge@127.0.0.1:${port}/postgres`
  const isReady = () => runsWell(join(programs, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
  return { service, ready: waitFor('PostgreSQL', service, isReady).then(() => url) }
}

/** @param {string} flag */
const idOf = (flag) => Number(runOnce('id', [flag, 'postgres']))

/** @param {string} command @param {string[]} args */
function runsWell(command, args) {
  try {
    runOnce(command, args)
    return true
  } catch {
    return false
  }
}
