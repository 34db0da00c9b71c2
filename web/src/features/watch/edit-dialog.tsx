import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { type FormEvent, type RefObject, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { DescriptionField, TitleField, VisibilityField } from '../../videos-view/video-fields.tsx'
import { accessEndSentence } from './access-end-sentence.ts'
import { ThumbnailEditor } from './thumbnail/thumbnail-editor.tsx'
import { updateCachedVideo } from './video-query.ts'

interface EditDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const EditDialog = ({ video, ...dialog }: EditDialogProps) => (
  <Dialog {...dialog} title="Edit video" description="What people see in the gallery, and who can watch it.">
    <ThumbnailEditor video={video} />
    <EditForm video={video} onDone={() => dialog.onOpenChange(false)} />
  </Dialog>
)

type Values = Pick<VideoDetails, 'title' | 'description' | 'visibility'>

const problemIn = (error: Error | null, field: keyof Values): string | undefined =>
  error instanceof ApiError ? error.details.find((problem) => problem.field === field)?.message : undefined

/** Says what making a video private does, and that people who are watching may keep it for a moment. */
function visibilityHint(chosen: Values['visibility'], { visibility, lingerSeconds }: VideoDetails): string {
  if (chosen === 'public') return 'Everyone can find and watch it.'
  const rule = 'Only you can watch it, and anyone you give a link to.'
  return visibility === 'public' ? `${rule} ${accessEndSentence(lingerSeconds)}`.trim() : rule
}

/** Inside the dialog, so that each opening starts with the video's current values. */
function EditForm({ video, onDone }: { video: VideoDetails; onDone: () => void }) {
  const client = useQueryClient()
  const [values, setValues] = useState<Values>({ title: video.title, description: video.description, visibility: video.visibility })
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))
  const saving = useMutation({
    mutationFn: () => call('PATCH /gallery/videos/{id}', { params: { id: video.id }, body: values }),
    onSuccess: ({ video: saved }) => {
      updateCachedVideo(client, saved)
      showToast('good', 'Saved.')
      onDone()
    },
  })
  const titleMissing = isTried && values.title.trim() === '' ? 'Title is required' : undefined
  const problems = {
    title: titleMissing ?? problemIn(saving.error, 'title'),
    description: problemIn(saving.error, 'description'),
    visibility: problemIn(saving.error, 'visibility'),
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (values.title.trim() !== '' && !saving.isPending) saving.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TitleField value={values.title} onChange={(title) => change({ title })} error={problems.title} />
      <DescriptionField value={values.description} onChange={(description) => change({ description })} error={problems.description} />
      <VisibilityField
        value={values.visibility}
        onChange={(visibility) => change({ visibility })}
        error={problems.visibility}
        hint={visibilityHint(values.visibility, video)}
      />
      {saving.error && !Object.values(problems).some(Boolean) && <Notice tone="bad">{saving.error.message}</Notice>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" kind="primary" pending={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}
