import { accessSync, readdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { ProductProcess } from '../harness/product-process.ts'
import type { Clip } from './clips.ts'
import { ended, promiseAt, reached } from './invariants.ts'
import type { Site } from './site.ts'

/** Debian's libfaketime, wherever this machine's architecture keeps it. */
function findLibrary(): string {
  for (const folder of readdirSync('/usr/lib')) {
    const path = `/usr/lib/${folder}/faketime/libfaketimeMT.so.1`
    try {
      accessSync(path)
      return path
    } catch {
      // not this one
    }
  }
  throw new Error('libfaketime is not on this machine: apt-get install -y faketime')
}

/**
 * A clock of one process that can be stepped while it runs, as an administrator or a time server steps it: the time of day jumps,
 * and what measures how long something takes does not.
 */
export async function openSteppedClock(file: string) {
  const set = async (step: string) => {
    await writeFile(`${file}.new`, `${step}\n`)
    await rename(`${file}.new`, file)
  }
  await set('+0')
  return {
    set,
    environment: {
      LD_PRELOAD: findLibrary(),
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
  }
}

interface SteppedJob {
  site: Site
  api: Pick<ProductProcess, 'url'>
  token: string
  clip: Clip
}

/**
 * Steps the clock of the only worker by an hour, forwards and back, in the middle of a job: its lease holds and the job is done once.
 * Resolves with a second worker, which would take the job over, should it look abandoned.
 */
export async function expectLeaseHolds(
  clock: Awaited<ReturnType<typeof openSteppedClock>>,
  { site, api, token, clip }: SteppedJob,
  startOther: () => Promise<ProductProcess>,
): Promise<ProductProcess> {
  const id = await promiseAt(20, site, api, token, clip)
  await clock.set('+1h')
  const other = await startOther()
  await reached(site, id, 60)
  await clock.set('-1h')
  expect(await ended(site, id)).toMatchObject({ status: 'COMPLETED', attempts: 1 })
  return other
}
