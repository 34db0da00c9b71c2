import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { limits } from '@video-forge/contract/rules/limits'
import { type FormEvent, type RefObject, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/forms/select.tsx'
import { TextArea, TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { accessEndSentence } from './access-end-sentence.ts'
import { updateCachedVideo } from './video-query.ts'

interface EditDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const EditDialog = ({ video, ...dialog }: EditDialogProps) => (
  <Dialog {...dialog} title="Edit video" description="What people see in the gallery, and whether they see it at all.">
    <EditForm video={video} onDone={() => dialog.onOpenChange(false)} />
  </Dialog>
)

type Values = Pick<VideoDetails, 'title' | 'description' | 'visibility'>

const problemIn = (error: Error | null, field: keyof Values): string | undefined =>
  error instanceof ApiError ? error.details.find((problem) => problem.field === field)?.message : undefined

/** Says what making it private does, and what it cannot do at once, before it is done. */
function visibilityHint(chosen: Values['visibility'], { visibility, lingerSeconds }: VideoDetails): string {
  if (chosen === 'public') return 'Everyone can find and watch it.'
  const rule = 'Only you can watch it, and whoever you give a link to.'
  return visibility === 'public' ? `${rule} ${accessEndSentence(lingerSeconds)}`.trim() : rule
}

/** Inside the dialog, so that each opening starts with what the video has now. */
function EditForm({ video, onDone }: { video: VideoDetails; onDone: () => void }) {
  const client = useQueryClient()
  const [values, setValues] = useState<Values>({ title: video.title, description: video.description, visibility: video.visibility })
  const [tried, setTried] = useState(false)
  const change = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }))
  const saving = useMutation({
    mutationFn: () => call('PATCH /gallery/videos/{id}', { params: { id: video.id }, body: values }),
    onSuccess: ({ video: saved }) => {
      updateCachedVideo(client, saved)
      showToast('good', 'Saved.')
      onDone()
    },
  })
  const titleMissing = tried && values.title.trim() === '' ? 'Title is required' : undefined
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
      <Field label="Title" error={problems.title} counter={{ used: values.title.length, max: limits.titleMaxLength }}>
        {(control) => (
          <TextInput
            {...control}
            required
            maxLength={limits.titleMaxLength}
            value={values.title}
            onChange={(event) => change({ title: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Description"
        error={problems.description}
        counter={{ used: values.description.length, max: limits.descriptionMaxLength }}
      >
        {(control) => (
          <TextArea
            {...control}
            maxLength={limits.descriptionMaxLength}
            value={values.description}
            onChange={(event) => change({ description: event.target.value })}
          />
        )}
      </Field>
      <Field label="Visibility" error={problems.visibility} hint={visibilityHint(values.visibility, video)}>
        {(control) => (
          <Select
            {...control}
            value={values.visibility}
            onChange={(event) => change({ visibility: event.target.value === 'private' ? 'private' : 'public' })}
          >
            <option value="public">Public</option>
            <option value="private">Private</option>
          </Select>
        )}
      </Field>
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
