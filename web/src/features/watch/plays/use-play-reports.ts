import type { PlayReport } from '@video-forge/contract/plays'
import { playRules } from '@video-forge/contract/rules/play-rules'
import { type RefObject, useEffect } from 'react'
import { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../session/call.ts'
import { accessOf } from '../../../videos-view/video-access.ts'
import { lengthOf, mergePlayed, roundPlayed } from './merge-played.ts'
import { createPlayMeter, type Played } from './play-meter.ts'
import { readReferrerHost } from './referrer-host.ts'

/** Reports what is played on the element, every few seconds while it plays and when the page is left. Nothing is stored in the browser. */
export function usePlayReports(element: RefObject<HTMLMediaElement | null>, { id }: { id: string }, link: string | undefined): void {
  useEffect(() => {
    const media = element.current
    if (!media) return
    const reports = startReports(media, (body) =>
      call('POST /gallery/videos/{id}/plays', { params: { id }, query: accessOf(id, link), body }, { keepalive: true }),
    )
    const whenHidden = () => {
      if (document.visibilityState === 'hidden') reports.send()
    }
    document.addEventListener('visibilitychange', whenHidden)
    window.addEventListener('pagehide', reports.send)
    return () => {
      document.removeEventListener('visibilitychange', whenHidden)
      window.removeEventListener('pagehide', reports.send)
      reports.send()
      reports.stop()
    }
  }, [element, id, link])
}

/** Answers after which further reports make no sense: the video is gone, or this page is of another version. */
const isFinal = (error: unknown): boolean => error instanceof ApiError && [400, 401, 403, 404, 409, 413].includes(error.status)

function startReports(media: HTMLMediaElement, post: (report: PlayReport) => Promise<unknown>) {
  const meter = createPlayMeter(media)
  const session = newSession()
  const referrer = readReferrerHost()
  let unsent: Played | undefined
  let watched = 0
  let isOver = false

  const send = async () => {
    const played = meter.take()
    if (played) watched += lengthOf(played)
    unsent = mergePlayed(unsent, played)
    if (!unsent || isOver) return
    const sent = unsent
    unsent = undefined
    try {
      await post({ ...roundPlayed(sent), session, watched: Math.round(watched * 1000) / 1000, referrer })
    } catch (error) {
      isOver = isFinal(error)
      unsent = mergePlayed(sent, unsent)
    }
  }
  const sendNow = () => void send()
  const timer = setInterval(() => {
    if (!media.paused || unsent) sendNow()
  }, playRules.reportSeconds * 1000)
  media.addEventListener('ended', sendNow)

  return {
    send: sendNow,
    stop(): void {
      clearInterval(timer)
      media.removeEventListener('ended', sendNow)
      meter.stop()
    },
  }
}

/** Random and known to nobody else. `randomUUID` is missing on pages without HTTPS. */
const newSession = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
