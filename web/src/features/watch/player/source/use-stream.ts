import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Output } from '@video-forge/contract/endpoints'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { useCallback, useEffect, useState } from 'react'
import { withDefaultMessage } from '../../../../api/with-default-message.ts'
import { call } from '../../../../session/call.ts'
import { videoKeys } from '../../../../videos-view/video-keys.ts'
import type { Choice } from '../controls/quality-names.ts'
import { readSettings, rememberSettings } from '../player-settings.ts'
import type { Source } from './attach-source.ts'
import { msUntilRenewal } from './stream-renewal.ts'

export type StreamAnswer = Output<'GET /gallery/videos/{id}/stream'>

/** Each asking for a stream is a turn: a choice, or the same choice again because its addresses ran out or failed. */
interface Turn {
  number: number
  choice: Choice
}

interface Playing {
  turn: Turn
  source: Source
  answer: StreamAnswer
}

interface StreamOptions {
  id: string
  link: string | undefined
  /** Renditions are still being made, so there may soon be more to choose from. */
  isGrowing: boolean
}

const sourceOf = (choice: Choice, { streamUrl, hlsUrl }: StreamAnswer): Source =>
  choice === 'auto' && hlsUrl ? { kind: 'adaptive', url: hlsUrl } : { kind: 'file', url: streamUrl }

/**
 * Where the video comes from. What plays is the answer to its turn and stays that until there is another turn; newer answers to
 * the same turn only widen the choice. So nothing that happens on the server interrupts whoever watches.
 */
export function useStream({ id, link, isGrowing }: StreamOptions) {
  const [turn, setTurn] = useState<Turn>(() => ({ number: 0, choice: readSettings().quality }))
  const [playing, setPlaying] = useState<Playing>()
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery({
    queryKey: videoKeys.stream(id, link, turn),
    queryFn: ({ signal }) =>
      withDefaultMessage(
        sentences.videoFailed,
        call(
          'GET /gallery/videos/{id}/stream',
          { params: { id }, query: { quality: turn.choice === 'auto' ? limits.defaultQuality : turn.choice, link } },
          { signal },
        ),
      ),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: isGrowing && limits.jobPollSeconds * 1000,
  })
  if (data && !isPlaceholderData && playing?.turn !== turn) setPlaying({ turn, answer: data, source: sourceOf(turn.choice, data) })

  // One more look when nothing grows any more, for what came between the last look and the end.
  const [wasGrowing, setWasGrowing] = useState(isGrowing)
  useEffect(() => {
    if (wasGrowing && !isGrowing) void refetch()
    setWasGrowing(isGrowing)
  }, [wasGrowing, isGrowing, refetch])

  const renew = useCallback(() => setTurn(({ number, choice }) => ({ number: number + 1, choice })), [])
  const expiresAt = playing?.answer.expiresAt
  useEffect(() => {
    if (!expiresAt) return
    const timer = setTimeout(renew, msUntilRenewal(expiresAt, Date.now()))
    return () => clearTimeout(timer)
  }, [expiresAt, renew])

  const choose = useCallback((choice: Choice) => {
    rememberSettings({ quality: choice })
    setTurn(({ number }) => ({ number: number + 1, choice }))
  }, [])

  return {
    playing,
    /** What can be chosen by now. */
    offer: data ?? playing?.answer,
    /** The last turn came to nothing; what played before goes on. */
    error: playing?.turn === turn ? null : error,
    isChanging: isFetching && playing !== undefined && playing.turn !== turn,
    choose,
    renew,
  }
}
