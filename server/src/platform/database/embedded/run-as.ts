import { spawnSync } from 'node:child_process'
import { chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const nobody = 65_534

/**
 * PostgreSQL refuses to run as root. As root we run it in a user namespace in which root appears as `nobody`: its files
 * stay root's, so a 0700 home or data folder is no obstacle. Where namespaces are forbidden (many containers) it runs as
 * the real `nobody`, which then must be able to reach the programs and the data folder.
 */
export type RunAs = { kind: 'self' } | { kind: 'namespace' } | { kind: 'nobody' }

export function chooseRunAs(folders: { programs: string; data: string }): RunAs {
  if (process.getuid?.() !== 0) return { kind: 'self' }
  if (spawnSync('unshare', [...namespaceArguments, 'true'], { stdio: 'ignore' }).status === 0) return { kind: 'namespace' }
  const blocked = [folders.programs, folders.data].find((folder) => !isReachable(folder))
  if (!blocked) return { kind: 'nobody' }
  throw new Error(
    `PostgreSQL can't run as root, and the user nobody can't reach ${blocked}; start as a normal user, set DATA_DIR to a folder everyone may enter, or set DATABASE_URL.`,
  )
}

const namespaceArguments = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`]

/** The command line and the spawn options that run a program under the chosen identity. */
export function asCommand(runAs: RunAs, program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number } {
  if (runAs.kind === 'namespace') return { file: 'unshare', args: [...namespaceArguments, '--', program, ...args] }
  if (runAs.kind === 'nobody') return { file: program, args, uid: nobody, gid: nobody }
  return { file: program, args }
}

/** Gives a folder and all below it to the identity PostgreSQL runs under, as it insists on owning its data. */
export function giveTo(runAs: RunAs, folder: string): void {
  if (runAs.kind === 'self') return
  const owner = runAs.kind === 'nobody' ? nobody : 0
  if (statSync(folder).uid === owner) return
  const give = (path: string) => {
    chownSync(path, owner, owner)
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
  }
  give(folder)
}

/** Whether everyone may pass through the folder and each one above it. */
function isReachable(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}
