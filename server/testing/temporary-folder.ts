import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A folder that is deleted at the end of the test. Tests that run side by side give their own `atEnd`, of the test's context. */
export async function temporaryFolder(atEnd = onTestFinished): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-test-'))
  atEnd(() => rm(folder, { recursive: true, force: true }))
  return folder
}
