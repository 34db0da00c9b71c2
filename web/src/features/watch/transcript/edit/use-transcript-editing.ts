import { useQueryClient } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import type { Output } from '@video-forge/contract/endpoints'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { call } from '../../../../session/call.ts'
import { showToast } from '../../../../ui/overlays/toast-store.ts'
import { videoKeys } from '../../../../videos-view/video-keys.ts'
import { cueAt } from '../find-cues.ts'
import { cuesInContent, toContent, toEditCues } from './cues/edit-cue.ts'
import { editReducer, startEditing } from './cues/edit-state.ts'
import type { EditorCommand } from './editor-keys.ts'
import { draftOf } from './saving/drafts.ts'
import { useAutosave } from './saving/use-autosave.ts'
import { usePlayCue } from './use-play-cue.ts'

interface Editing {
  videoId: string
  caption: Caption
  loaded: Output<'GET /gallery/videos/{id}/transcript'>
  element: HTMLVideoElement | null
  onDone: () => void
  onLoadAgain: () => void
}

/** What is edited first: a draft of an earlier visit, or what is stored. The caption that plays now has the focus. */
function useStart(captionId: string, { loaded, element }: Editing) {
  const [start] = useState(() => {
    const stored = toEditCues(loaded.cues.map(({ start, end, text, markup = text, settings = '' }) => ({ start, end, markup, settings })))
    const draft = draftOf(captionId).read()
    const drafted = draft ? cuesInContent(draft.content) : []
    const cues = drafted.length > 0 ? drafted : stored
    return { stored, draft: drafted.length > 0 ? draft : undefined, cues, first: cues[Math.max(0, cueAt(cues, element?.currentTime ?? 0))] }
  })
  return start
}

/** The edits of one transcript, and how they are saved. */
export function useTranscriptEditing(editing: Editing) {
  const { videoId, caption, loaded, element, onDone, onLoadAgain } = editing
  const { stored, draft, cues: first, first: firstCue } = useStart(caption.id, editing)
  const { autosave, state } = useAutosave({ videoId, captionId: caption.id, version: loaded.version, cues: stored, draft })
  const [edit, dispatch] = useReducer(editReducer, undefined, () => startEditing(first, firstCue?.key))
  const [isLeaving, setLeaving] = useState(false)
  const playCue = usePlayCue(element)
  const saveAsNew = useSaveAsNew(videoId, caption.language)

  const { cues, place } = edit
  const key = place?.key
  useEffect(() => autosave.change(toContent(cues)), [autosave, cues])
  // At once when another caption is edited.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the caption in edit changes
  useEffect(() => () => void autosave.flush(), [autosave, key])

  const leave = async () => {
    setLeaving(true)
    const isSaved = await autosave.flush()
    setLeaving(false)
    if (isSaved) onDone()
  }
  const giveUp = (then: () => void) => {
    autosave.discard()
    then()
  }
  const run = (command: EditorCommand, caret = 0) => {
    const active = cues.find((cue) => cue.key === key)
    if (command === 'leave') void leave()
    else if (command === 'undo' || command === 'redo') dispatch({ kind: command })
    else if (command === 'add') dispatch({ kind: 'add', at: element?.currentTime ?? 0 })
    else if (command === 'previous') dispatch({ kind: 'move', by: -1 })
    else if (command === 'next' || command === 'following') {
      void autosave.flush()
      dispatch({ kind: 'move', by: 1 })
    } else if (!active) return
    else if (command === 'play') playCue(active)
    else dispatch({ kind: command, key: active.key, caret })
  }
  return {
    edit,
    dispatch,
    state,
    run,
    select: useCallback((selected: number) => dispatch({ kind: 'select', key: selected }), []),
    isLeaving,
    flush: () => void autosave.flush(),
    choices: {
      onRetry: () => void autosave.flush(),
      onLoadTheirs: () => giveUp(state.kind === 'failed' ? onDone : onLoadAgain),
      onKeepMine: (theirs: number) => void autosave.overwrite(theirs),
      onSaveAsNew: () => void saveAsNew(toContent(cues)).then((isSaved) => isSaved && giveUp(onDone)),
    },
  }
}

/** For captions that are gone: what was written becomes captions of its own. */
function useSaveAsNew(id: string, language: string) {
  const client = useQueryClient()
  return async (content: string | undefined): Promise<boolean> => {
    if (content === undefined) return false
    try {
      await call('POST /gallery/videos/{id}/captions', { params: { id }, query: {}, body: { language, content } })
    } catch (error) {
      showToast('bad', error instanceof Error ? error.message : 'The captions could not be saved.')
      return false
    }
    await client.invalidateQueries({ queryKey: videoKeys.anyOf(id) })
    return true
  }
}
