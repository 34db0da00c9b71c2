import { useEffect, useState } from 'react'

/** The size of the picture that plays, which changes with the quality; undefined before there is one. */
export function usePlayedSize(element: HTMLVideoElement | null): string | undefined {
  const [size, setSize] = useState<string>()
  useEffect(() => {
    if (!element) return
    const read = () => setSize(element.videoWidth > 0 ? `${element.videoWidth}x${element.videoHeight}` : undefined)
    read()
    element.addEventListener('resize', read)
    element.addEventListener('loadedmetadata', read)
    return () => {
      element.removeEventListener('resize', read)
      element.removeEventListener('loadedmetadata', read)
    }
  }, [element])
  return size
}
