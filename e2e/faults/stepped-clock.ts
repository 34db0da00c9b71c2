import { accessSync, readdirSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'

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
