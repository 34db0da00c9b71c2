import { type RefObject, useEffect, useState } from 'react'
import { type Chapter, chapterAt } from './seek/chapters.ts'

/** Who seeks passes chapters; the one where they stay this long is named. */
const settleMs = 1000

interface ChapterAnnouncementProps {
  element: RefObject<HTMLVideoElement | null>
  chapters: readonly Chapter[]
}

/** Says to screen readers that another chapter has begun: while it plays in a visible page, and not the one it started with. */
export function ChapterAnnouncement({ element, chapters }: ChapterAnnouncementProps) {
  const [said, setSaid] = useState('')
  useEffect(() => {
    const video = element.current
    if (!video || chapters.length < 2) return
    let known: Chapter | undefined
    let hasPlayed = false
    let timer: ReturnType<typeof setTimeout> | undefined
    const announce = () => {
      timer = undefined
      const chapter = chapterAt(chapters, video.currentTime)
      if (video.paused || video.seeking || document.hidden || chapter === known) return
      known = chapter
      setSaid(chapter ? `Chapter: ${chapter.title}` : '')
    }
    const follow = () => {
      if (video.paused) return
      const chapter = chapterAt(chapters, video.currentTime)
      if (!hasPlayed) known = chapter
      hasPlayed = true
      if (chapter !== known) timer ??= setTimeout(announce, settleMs)
    }
    const seek = () => {
      clearTimeout(timer)
      timer = undefined
    }
    const stop = new AbortController()
    video.addEventListener('timeupdate', follow, { signal: stop.signal })
    video.addEventListener('seeking', seek, { signal: stop.signal })
    return () => {
      seek()
      stop.abort()
    }
  }, [element, chapters])
  return (
    <p role="status" data-chapter-announcement="" className="sr-only">
      {said}
    </p>
  )
}
