import { randomBytes, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from './platform/error-code.ts'

/**
 * The secret that signs tokens and links: generated at the first start and stored in the data folder. It is written to a temporary file and
 * linked into place, so that several processes that start at once agree on one and none reads half of it.
 */
export function keepAuthSecret(dataDir: string): string {
  const path = join(dataDir, 'auth-secret')
  const fresh = `${path}.${randomUUID()}`
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    return readFileSync(path, 'utf8')
  } catch {
    writeFileSync(fresh, randomBytes(48).toString('base64url'), { mode: 0o600, flush: true })
  }
  try {
    linkSync(fresh, path)
  } catch (error) {
    if (errorCode(error) !== 'EEXIST') throw error
  } finally {
    rmSync(fresh)
  }
  return readFileSync(path, 'utf8')
}
