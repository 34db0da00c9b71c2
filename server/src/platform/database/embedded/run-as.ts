import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

const nobody = 65_534

/**
 * PostgreSQL refuses to run as root. As root we run it in a user namespace in which root appears as `nobody`: its files
 * stay root's, so a 0700 home or data folder is no obstacle. Where namespaces are forbidden (many containers) it runs as
 * the real `nobody`; and where nobody can't reach the programs or the data, as nobody with the one capability that lets it.
 */
export type RunAs = { kind: 'self' } | { kind: 'namespace' } | { kind: 'nobody' } | { kind: 'nobody-who-may-pass' }

export function chooseRunAs(folders: Folders): RunAs {
  const [best] = waysToRun(folders)
  if (best) return best
  throw new Error(
    "PostgreSQL can't run as root, and on this machine not as anybody else who can reach DATA_DIR; start as a normal user, or set DATABASE_URL.",
  )
}

interface Folders {
  programs: string
  data: string
}

/** The identities that this machine allows, best first. */
export function waysToRun(folders: Folders): RunAs[] {
  if (process.getuid?.() !== 0) return [{ kind: 'self' }]
  const ways: RunAs[] = []
  if (works('unshare', namespaceArguments)) ways.push({ kind: 'namespace' })
  if (isReachable(folders.programs) && isReachable(dirname(folders.data))) ways.push({ kind: 'nobody' })
  if (works('setpriv', passArguments)) ways.push({ kind: 'nobody-who-may-pass' })
  return ways
}

const namespaceArguments = ['--user', `--map-user=${nobody}`, `--map-group=${nobody}`, '--']

/** Without the securebit, access(2) would ignore the capability, and PostgreSQL uses it to find its programs. */
const passArguments = [
  '--securebits=+no_setuid_fixup',
  `--reuid=${nobody}`,
  `--regid=${nobody}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
  '--',
]

const works = (program: string, args: string[]): boolean => spawnSync(program, [...args, 'true'], { stdio: 'ignore' }).status === 0

/** The command line and the spawn options that run a program under the chosen identity. */
export function asCommand(runAs: RunAs, program: string, args: string[]): { file: string; args: string[]; uid?: number; gid?: number } {
  switch (runAs.kind) {
    case 'namespace':
      return { file: 'unshare', args: [...namespaceArguments, program, ...args] }
    case 'nobody-who-may-pass':
      return { file: 'setpriv', args: [...passArguments, program, ...args] }
    case 'nobody':
      return { file: program, args, uid: nobody, gid: nobody }
    case 'self':
      return { file: program, args }
  }
}

/** Gives a folder and everything in it to the identity of PostgreSQL, which must own its data. */
export function giveTo(runAs: RunAs, folder: string): void {
  if (runAs.kind === 'self') return
  const owner = runAs.kind === 'namespace' ? 0 : nobody
  if (statSync(folder).uid === owner) return
  const give = (path: string) => {
    chownSync(path, owner, owner)
    if (lstatSync(path).isDirectory()) for (const name of readdirSync(path)) give(join(path, name))
  }
  give(folder)
}

/** Lets `nobody` pass through the data folder to its own; everything else in it has its own mode. */
export function letPass(runAs: RunAs, dataDir: string): void {
  const { mode } = statSync(dataDir)
  if (runAs.kind === 'nobody' && (mode & 0o001) === 0) chmodSync(dataDir, (mode & 0o777) | 0o001)
}

/** Whether all users may pass through the folder and all its parents. */
function isReachable(folder: string): boolean {
  for (let path = folder; ; path = dirname(path)) {
    if ((statSync(path).mode & 0o001) === 0) return false
    if (path === dirname(path)) return true
  }
}
