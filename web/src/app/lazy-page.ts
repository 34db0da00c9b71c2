import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { loadChunk } from './load-chunk.ts'

/** A page whose code is fetched when it is first shown. */
export const lazyPage = (load: () => Promise<ComponentType>): LazyExoticComponent<ComponentType> =>
  lazy(async () => ({ default: await loadChunk(load) }))
