import { useQueryClient } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import { captionsChanged } from '@video-forge/contract/captions/caption-rules'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { call } from '../../../../../session/call.ts'
import { videoKeys } from '../../../../../videos-view/video-keys.ts'
import { type EditCue, toContent } from '../cues/edit-cue.ts'
import { Autosave, type SaveState } from './autosave.ts'
import { type Draft, draftOf } from './drafts.ts'

/** Browsers send larger bodies of a page that is left only if they like. */
const maxLeavingBytes = 50_000

const preventUnload = (event: Event) => event.preventDefault()

interface AutosavedTranscript {
  videoId: string
  captionId: string
  version: number
  cues: readonly EditCue[]
  /** Of an earlier visit. */
  draft: Draft | undefined
}

/** Saves the transcript while it is edited, and continues with the draft of an earlier visit. The player shows what was saved. */
export function useAutosave(loaded: AutosavedTranscript): { autosave: Autosave; state: SaveState } {
  const client = useQueryClient()
  const [autosave] = useState(() => {
    const { videoId: id, captionId, version, cues, draft } = loaded
    const made = new Autosave({
      stored: { version, content: toContent(cues) },
      keepDraft: draftOf(captionId).write,
      send: async (content, changed, isLeaving) => {
        const keepalive = isLeaving && new Blob([content]).size < maxLeavingBytes
        const request = { params: { id, captionId }, body: { content, version: changed } }
        const { caption } = await call('PUT /gallery/videos/{id}/captions/{captionId}', request, { keepalive })
        client.setQueriesData<VideoDetails>({ queryKey: videoKeys.anyOf(id) }, (video) => video && withCaption(video, caption))
        void client.invalidateQueries({ queryKey: videoKeys.captions(id) })
        return caption.version
      },
    })
    if (draft) made.resume(draft, captionsChanged)
    return made
  })
  const state = useSyncExternalStore(autosave.subscribe, autosave.state)
  useLeaving(autosave, state.kind !== 'saved')
  return { autosave, state }
}

const withCaption = (video: VideoDetails, changed: Caption): VideoDetails => ({
  ...video,
  captions: video.captions.map((caption) => (caption.id === changed.id ? changed : caption)),
})

/** What is not saved is saved when the page is left or hidden, and again when the connection is back. */
function useLeaving(autosave: Autosave, isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return
    const leave = () => void autosave.flush(true)
    const hide = () => document.visibilityState === 'hidden' && void autosave.flush(true)
    const retry = () => void autosave.flush()
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('beforeunload', preventUnload, { signal })
    window.addEventListener('pagehide', leave, { signal })
    document.addEventListener('visibilitychange', hide, { signal })
    window.addEventListener('online', retry, { signal })
    return () => stop.abort()
  }, [autosave, isUnsaved])
  // Another page of the site: the request goes on there.
  useEffect(() => () => void autosave.flush(), [autosave])
}
