import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { ChunkLoadError } from './chunk-load-error.ts'
import { reloadOnce } from './reload-once.ts'

/** A reload that has not happened by then was blocked. */
const reloadMs = 10_000

/** A page whose code is fetched when the page is first shown. */
export const lazyPage = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => {
    try {
      return { default: await load() }
    } catch (error) {
      if (error instanceof ChunkLoadError && error.needsReload && reloadOnce(error.address)) {
        await new Promise((resume) => setTimeout(resume, reloadMs))
      }
      throw error
    }
  })
