import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { PlaylistDetails } from '@video-forge/contract/playlists'
import { type PlaylistVisibility, playlistSentences, playlistVisibilities } from '@video-forge/contract/rules/playlist-rules'
import { type FormEvent, useState } from 'react'
import { call } from '../session/call.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Field } from '../ui/forms/field.tsx'
import { Select } from '../ui/forms/select.tsx'
import { DescriptionField, TitleField } from '../videos-view/video-fields.tsx'
import { updateCachedPlaylist } from './playlist-queries.ts'
import { visibilityNames } from './visibility-names.ts'

const hints: Record<PlaylistVisibility, string> = {
  public: 'Everyone can find it on your page. Private videos in it stay hidden from others.',
  link: 'Everyone with its address can open it. No list shows it.',
  private: 'Only you can see it.',
}

interface PlaylistFormProps {
  /** Undefined for a new one. */
  playlist?: PlaylistDetails | undefined
  onSaved: (playlist: PlaylistDetails) => void
  onCancel: () => void
}

/** The title, the description and the visibility of a playlist. */
export function PlaylistForm({ playlist, onSaved, onCancel }: PlaylistFormProps) {
  const client = useQueryClient()
  const [title, setTitle] = useState(playlist?.title ?? '')
  const [description, setDescription] = useState(playlist?.description ?? '')
  const [visibility, setVisibility] = useState<PlaylistVisibility>(playlist?.visibility ?? 'private')
  const [isTried, setTried] = useState(false)
  const saving = useMutation({
    mutationFn: async () => {
      const body = { title: title.trim(), description, visibility }
      const answer = playlist
        ? await call('PATCH /playlists/{id}', { params: { id: playlist.id }, body })
        : await call('POST /playlists', { body })
      return answer.playlist
    },
    onSuccess: (saved) => {
      updateCachedPlaylist(client, saved)
      onSaved(saved)
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (title.trim() && !saving.isPending) saving.mutate()
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TitleField value={title} onChange={setTitle} error={isTried && !title.trim() ? playlistSentences.titleNeeded : undefined} />
      <DescriptionField value={description} onChange={setDescription} />
      <Field label="Visibility" hint={hints[visibility]}>
        {(control) => (
          <Select
            {...control}
            value={visibility}
            onChange={(event) => setVisibility(playlistVisibilities.find((each) => each === event.target.value) ?? 'private')}
          >
            {playlistVisibilities.map((each) => (
              <option key={each} value={each}>
                {visibilityNames[each]}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {saving.error && <Notice tone="bad">{saving.error.message}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" kind="primary" pending={saving.isPending}>
          {playlist ? 'Save' : 'Create playlist'}
        </Button>
      </div>
    </form>
  )
}
