import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Video } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import { watchLaterId, watchLaterTitle } from '@video-forge/contract/rules/playlist-rules'
import { type FormEvent, type RefObject, useState } from 'react'
import { call } from '../session/call.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Skeleton } from '../ui/feedback/skeleton.tsx'
import { Checkbox } from '../ui/forms/checkbox.tsx'
import { Field } from '../ui/forms/field.tsx'
import { TextInput } from '../ui/forms/text-input.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import { refetchPlaylists, takesWatchLater, useOwnPlaylists } from './playlist-queries.ts'
import { visibilityNames } from './visibility-names.ts'

interface SaveDialogProps {
  video: Pick<Video, 'id' | 'title'>
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo?: RefObject<HTMLElement | null>
}

/** Adds a video to playlists, and takes it out. */
export const SaveDialog = ({ video, ...dialog }: SaveDialogProps) => (
  <Dialog {...dialog} title="Save to playlist" description={`Choose where to keep “${video.title}”.`}>
    <Choices videoId={video.id} />
  </Dialog>
)

function useSaving(videoId: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  /** What was chosen here, until the list says it too. */
  const [chosen, setChosen] = useState<Record<string, boolean>>({})
  const change = async (id: string, isIn: boolean) => {
    setProblem(undefined)
    setChosen((before) => ({ ...before, [id]: isIn }))
    try {
      const request = { params: { id, videoId } }
      await (isIn ? call('POST /playlists/{id}/videos/{videoId}', request) : call('DELETE /playlists/{id}/videos/{videoId}', request))
    } catch (error) {
      setChosen((before) => ({ ...before, [id]: !isIn }))
      setProblem(error instanceof Error ? error.message : 'This could not be saved. Please try again.')
    }
    refetchPlaylists(client)
  }
  return { problem, chosen, change }
}

function Choices({ videoId }: { videoId: string }) {
  const list = useOwnPlaylists(videoId)
  const { problem, chosen, change } = useSaving(videoId)
  const playlists = list.data?.pages.flatMap((page) => page.playlists) ?? []
  const later = playlists.find(({ kind }) => kind === watchLaterId)
  const isInLater = chosen[watchLaterId] ?? later?.hasVideo ?? false
  const canWatchLater = takesWatchLater(list.data?.pages)
  if (list.isPending) return <Skeleton className="h-32" />
  return (
    <>
      {list.error && <Notice tone="bad">{list.error.message}</Notice>}
      {problem && <Notice tone="bad">{problem}</Notice>}
      <ul aria-label="Playlists" className="-mx-2 flex max-h-64 flex-col overflow-y-auto px-2">
        {(canWatchLater || isInLater) && (
          <Choice
            title={watchLaterTitle}
            note={visibilityNames.private}
            isIn={isInLater}
            onChange={(isIn) => void change(watchLaterId, isIn)}
          />
        )}
        {playlists
          .filter(({ kind }) => kind === 'list')
          .map(({ id, title, visibility, hasVideo }) => (
            <Choice
              key={id}
              title={title}
              note={visibilityNames[visibility]}
              isIn={chosen[id] ?? hasVideo ?? false}
              onChange={(isIn) => void change(id, isIn)}
            />
          ))}
      </ul>
      {list.hasNextPage && (
        <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
      <NewPlaylist onMade={(id) => void change(id, true)} />
    </>
  )
}

/** A private one with nothing but its title; the rest can be changed on its page. */
function NewPlaylist({ onMade }: { onMade: (id: string) => void }) {
  const [title, setTitle] = useState('')
  const making = useMutation({
    mutationFn: () => call('POST /playlists', { body: { title } }),
    onSuccess: ({ playlist }) => {
      setTitle('')
      onMade(playlist.id)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (title.trim() && !making.isPending) making.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex items-start gap-2 border-line border-t pt-4">
      <Field label="New playlist" hint="Private at first." error={making.error?.message} className="flex-1">
        {(control) => (
          <TextInput {...control} maxLength={limits.titleMaxLength} value={title} onChange={(event) => setTitle(event.target.value)} />
        )}
      </Field>
      <Button type="submit" pending={making.isPending} disabled={title.trim() === ''} className="mt-6.5">
        Create
      </Button>
    </form>
  )
}

interface ChoiceProps {
  title: string
  note: string
  isIn: boolean
  onChange: (isIn: boolean) => void
}

const Choice = ({ title, note, isIn, onChange }: ChoiceProps) => (
  <li className="min-h-11 content-center">
    <Checkbox
      checked={isIn}
      onCheckedChange={onChange}
      label={
        <span className="wrap-anywhere">
          {title} <span className="text-12 text-muted">{note}</span>
        </span>
      }
    />
  </li>
)
