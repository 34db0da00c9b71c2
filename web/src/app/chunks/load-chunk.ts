import { limits } from '@video-forge/contract/rules/limits'
import { areServed, type ChunkFiles, loadStyle, preloadScripts, sortFiles } from './chunk-files.ts'
import { ChunkLoadError } from './chunk-load-error.ts'

/** A connection that just broke is given this long to come back. */
const pauseMs = 1000
const timeoutMs = limits.chunkLoadTimeoutSeconds * 1000

class TimeoutError extends Error {}

/** The second address of chunks that the browser refuses by their first one. */
const renewed = new Map<string, string>()
let retryCount = 0

/** A test replaces it, because only a real browser remembers modules by address. */
export type ImportAddress = <Module>(address: string) => Promise<Module>

const importFromServer: ImportAddress = (address) => import(/* @vite-ignore */ address)

/**
 * What the build puts around every dynamic import (see vite.config.ts), with the files that the chunk needs, itself first.
 * A browser remembers by address that a module failed, so a second try must not be the same import once more.
 */
export async function loadChunk<Module>(
  importModule: () => Promise<Module>,
  files: readonly string[] = [],
  importAddress = importFromServer,
): Promise<Module> {
  if (files.length === 0) return importModule()
  const parts = sortFiles(files.map((file) => import.meta.env.BASE_URL + file))
  const known = renewed.get(parts.chunk)
  if (known !== undefined) return importAddress(known)
  preloadScripts(parts)
  try {
    const [module] = await within(timeoutMs, () => Promise.all([importModule(), ...parts.styles.map(loadStyle)]))
    return module
  } catch (failure) {
    return await within(timeoutMs, (signal) => tryAgain(parts, failure, importModule, importAddress, signal)).catch((cause: unknown) => {
      throw cause instanceof ChunkLoadError ? cause : new ChunkLoadError(parts.chunk, { cause })
    })
  }
}

async function tryAgain<Module>(
  parts: ChunkFiles,
  failure: unknown,
  importModule: () => Promise<Module>,
  importAddress: ImportAddress,
  signal: AbortSignal,
): Promise<Module> {
  const { chunk, imports, styles } = parts
  await new Promise((resume) => setTimeout(resume, pauseMs))
  retryCount += 1
  const renew = (address: string) => `${address}?retry=${retryCount}`
  if (!(await areServed([renew(chunk), ...imports, ...styles.map(renew)], signal)))
    throw new ChunkLoadError(chunk, { cause: failure, needsReload: true })
  // A second address would make a second instance of what other chunks share, so only the chunk itself gets one.
  const shared = await Promise.allSettled(imports.map((address) => importAddress(address)))
  const lost = shared.find((result) => result.status === 'rejected')
  if (lost) throw new ChunkLoadError(chunk, { cause: lost.reason, needsReload: true })
  const importRenewed = async () => {
    const module = await importAddress<Module>(renew(chunk))
    renewed.set(chunk, renew(chunk))
    return module
  }
  const [module] = await Promise.all([
    // A browser that forgets failures gets the first instance this way. One that is still on its way is not waited for again.
    failure instanceof TimeoutError ? importRenewed() : importModule().catch(importRenewed),
    ...styles.map((address) => loadStyle(address).catch(() => loadStyle(renew(address)))),
  ])
  return module
}

function within<Result>(ms: number, work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new TimeoutError(`not loaded within ${ms} ms`)
      reject(error)
      controller.abort(error)
    }, ms)
    work(controller.signal)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer))
  })
}
