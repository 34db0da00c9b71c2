import { useEffect } from 'react'

let handed: readonly File[] = []

/** Files that were chosen on another page. They are kept in memory only, so that a reload does not upload them again. */
export function handOverFiles(files: readonly File[]): void {
  handed = files
}

/** For the upload page: gets the files that another page has handed over, once, as soon as it is ready. */
export function useHandedFiles(isReady: boolean, onFiles: (files: readonly File[]) => void): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: files are handed over before the page opens
  useEffect(() => {
    if (!isReady || handed.length === 0) return
    const files = handed
    handed = []
    onFiles(files)
  }, [isReady])
}
