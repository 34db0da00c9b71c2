import { limits } from '@video-forge/contract/rules/limits'
import { areServed, type ChunkFiles, loadStyle, preloadScripts, sortFiles } from './chunk-files.ts'
import { ChunkLoadError } from './chunk-load-error.ts'

/** Time for a broken connection to recover before the retry. */
const pauseMs = 1000
const timeoutMs = limits.chunkLoadTimeoutSeconds * 1000

class TimeoutError extends Error {}

/** The second address of chunks whose first address failed in this document. */
const renewed = new Map<string, string>()
let retryCount = 0

/** Replaced in tests: only a real browser remembers failed modules by address. */
export type ImportAddress = <Module>(address: string) => Promise<Module>

const importFromServer: ImportAddress = (address) => import(/* @vite-ignore */ address)

/**
 * The build wraps every dynamic import in this (see vite.config.ts) and passes the chunk's files, the chunk itself first.
 * A browser remembers a failed module by its address, so a retry needs another address.
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
  // A second address creates a second module instance, so it is used only for the chunk and never for shared files.
  const shared = await Promise.allSettled(imports.map((address) => importAddress(address)))
  const lost = shared.find((result) => result.status === 'rejected')
  if (lost) throw new ChunkLoadError(chunk, { cause: lost.reason, needsReload: true })
  const importRenewed = async () => {
    const module = await importAddress<Module>(renew(chunk))
    renewed.set(chunk, renew(chunk))
    return module
  }
  const [module] = await Promise.all([
    // Some browsers do not remember failures, and the same import works again. After a time-out it may still hang, so it is skipped.
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
