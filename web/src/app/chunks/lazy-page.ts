import { type ComponentType, createElement, lazy, type PropsWithChildren, useState } from 'react'
import { ChunkLoadError } from './chunk-load-error.ts'
import { reloadOnce } from './reload-once.ts'

/** A reload that has not happened by then was blocked. */
const reloadMs = 10_000

type Page = ComponentType<PropsWithChildren>

/** A page whose code is fetched when the page is first shown, or before with `preload`: then it is shown without a pause. */
export function lazyPage(load: () => Promise<Page>): Page & { preload: () => Promise<void> } {
  let loaded: Page | undefined
  const Lazy = lazy(async () => {
    try {
      loaded = await load()
      return { default: loaded }
    } catch (error) {
      if (error instanceof ChunkLoadError && error.needsReload && reloadOnce(error.address)) {
        await new Promise((resume) => setTimeout(resume, reloadMs))
      }
      throw error
    }
  })
  function LazyPage(props: PropsWithChildren) {
    // Not changed while it is shown: another component would start anew.
    const [Shown] = useState(() => loaded ?? Lazy)
    return createElement(Shown, props)
  }
  return Object.assign(LazyPage, {
    preload: async () => {
      loaded = await load()
    },
  })
}
