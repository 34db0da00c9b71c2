import { useLayoutEffect } from 'react'

export function useDocumentTitle(title: string): void {
  // In the same commit as the page, so that no reader hears the old title with the new page.
  useLayoutEffect(() => {
    document.title = `${title} · Video Forge`
  }, [title])
}
