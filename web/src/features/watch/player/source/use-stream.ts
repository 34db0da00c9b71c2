import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useCallback, useEffect, useState } from 'react'
import { withDefaultMessage } from '../../../../api/with-default-message.ts'
import { call } from '../../../../session/call.ts'
import { accessOf, isLocked } from '../../../../videos-view/video-access.ts'
import { videoKeys } from '../../../../videos-view/video-keys.ts'
import type { Choice } from '../controls/quality-names.ts'
import { readSettings, rememberSettings } from '../player-settings.ts'
import { canUseLibrary, type Source } from './attach-source.ts'
import { msUntilRenewal } from './stream-renewal.ts'

export type StreamAnswer = Output<'GET /gallery/videos/{id}/stream'>

/** One request for a stream: a chosen quality, or the same one again because its addresses expired or failed. */
interface StreamRequest {
  number: number
  choice: Choice
  /** This browser could not play the original. */
  isWithoutOriginal?: boolean
}

interface Playing {
  request: StreamRequest
  source: Source
  answer: StreamAnswer
}

interface StreamOptions {
  id: string
  link: string | undefined
  /** More qualities are still being processed. */
  isGrowing: boolean
}

/** Whether there is something to adapt to: several renditions, or one that is still being encoded. The original is never among them. */
export const offersAuto = ({ hlsUrl, liveUrl, qualities }: Pick<StreamAnswer, 'hlsUrl' | 'liveUrl' | 'qualities'>): boolean =>
  liveUrl !== null || (hlsUrl !== null && qualities.filter(({ quality }) => quality !== 'original').length > 1)

function sourceOf(choice: Choice, answer: StreamAnswer): Source {
  const { streamUrl, hlsUrl, liveUrl, stream } = answer
  // A browser that plays playlists itself gets those of what can be played now, which grow too.
  if (liveUrl && canUseLibrary() && (choice === 'auto' || stream.live)) return { kind: 'live', url: liveUrl, duration: stream.duration }
  // One quality in two codecs is a choice too, which the player makes by itself. A server of the version before sends no codecs.
  const isAdaptive = offersAuto(answer) || (answer.codecs?.length ?? 0) > 1
  return choice === 'auto' && hlsUrl && isAdaptive ? { kind: 'adaptive', url: hlsUrl } : { kind: 'file', url: streamUrl }
}

/** The answer to a request, and later ones while more qualities are being processed. */
function useStreamQuery({ id, link, isGrowing }: StreamOptions, request: StreamRequest) {
  const query = useQuery({
    queryKey: videoKeys.stream(id, link, request),
    queryFn: ({ signal }) =>
      withDefaultMessage(
        sentences.videoFailed,
        call(
          'GET /gallery/videos/{id}/stream',
          {
            params: { id },
            query: {
              quality: request.choice === 'auto' ? limits.defaultQuality : request.choice,
              ...(request.isWithoutOriginal && isGrowing && { original: 'false' as const }),
              ...accessOf(id, link),
            },
          },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: isGrowing && limits.jobPollSeconds * 1000,
  })
  const { refetch, error } = query

  // What the password opened has ended: the page asks for it again.
  const client = useQueryClient()
  const isClosed = isLocked(error)
  useEffect(() => {
    if (isClosed) void client.invalidateQueries({ queryKey: videoKeys.anyOf(id) })
  }, [isClosed, client, id])

  // One more fetch at the end, for qualities that were finished after the last poll.
  const [wasGrowing, setWasGrowing] = useState(isGrowing)
  useEffect(() => {
    if (wasGrowing && !isGrowing) void refetch()
    setWasGrowing(isGrowing)
  }, [wasGrowing, isGrowing, refetch])
  return query
}

/**
 * The stream of a video. What plays is the first answer to a request and stays until the next request; later answers only add
 * qualities to choose from, or seconds to those that are being encoded. So nothing that happens on the server interrupts playback.
 */
export function useStream({ id, link, isGrowing }: StreamOptions) {
  const [choice, setChoice] = useState<Choice>(() => readSettings().quality)
  const [request, setRequest] = useState<StreamRequest>({ number: 0, choice })
  const [playing, setPlaying] = useState<Playing>()
  const { data, error, errorUpdateCount, isPlaceholderData, isFetching } = useStreamQuery({ id, link, isGrowing }, request)
  if (data && !isPlaceholderData && playing?.request !== request)
    setPlaying({ request, answer: data, source: sourceOf(request.choice, data) })

  const renew = useCallback(() => setRequest((before) => ({ ...before, number: before.number + 1, choice })), [choice])
  const leaveOriginal = useCallback(() => setRequest(({ number }) => ({ number: number + 1, choice, isWithoutOriginal: true })), [choice])
  const startAgain = useCallback(() => setRequest(({ number }) => ({ number: number + 1, choice })), [choice])
  const expiresAt = playing?.answer.expiresAt
  useEffect(() => {
    if (!expiresAt) return
    const timer = setTimeout(renew, msUntilRenewal(expiresAt, Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt, renew])

  // The file was replaced: what plays is gone.
  const isReplaced = playing?.request === request && data !== undefined && !isPlaceholderData && data.version !== playing.answer.version
  useEffect(() => {
    if (isReplaced) startAgain()
  }, [isReplaced, startAgain])

  const isLive = playing?.source.kind === 'live'
  const choose = useCallback(
    (next: Choice) => {
      rememberSettings({ quality: next })
      setChoice(next)
      // A live source has every quality but the original, also after its job has ended.
      if (isLive && next !== 'original') return
      setRequest(({ number, isWithoutOriginal = false }) => ({
        ...{ number: number + 1, choice: next },
        isWithoutOriginal: isWithoutOriginal && next !== 'original',
      }))
    },
    [isLive],
  )

  return {
    playing,
    /** The quality that was chosen. */
    choice,
    /** The qualities to choose from. */
    offer: data ?? playing?.answer,
    /** The last request failed; what played before continues. */
    error: playing?.request === request ? null : error,
    isChanging: isFetching && playing !== undefined && playing.request !== request,
    choose,
    renew,
    /** The same as somebody who opens the page. */
    startAgain,
    /** The same without the original, which this browser cannot play, as long as more is being encoded. */
    leaveOriginal,
    isWithoutOriginal: request.isWithoutOriginal === true,
    /** Nothing is there yet that could be played instead. */
    isAwaitingQuality: request.isWithoutOriginal === true && isGrowing && errorUpdateCount > 0 && playing?.request !== request,
  }
}
