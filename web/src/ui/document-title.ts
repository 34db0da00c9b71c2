import { useLayoutEffect } from 'react'

export function useDocumentTitle(title: string): void {
  // In the same commit as the page, so that a screen reader never announces the old title.
  useLayoutEffect(() => {
    document.title = `${title} · Video Forge`
  }, [title])
}
