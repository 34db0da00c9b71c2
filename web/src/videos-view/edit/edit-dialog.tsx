import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { type FormEvent, type RefObject, useState } from 'react'
import { ApiError } from '../../api/api-error.ts'
import { call } from '../../session/call.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { accessEndSentence } from '../access-end-sentence.ts'
import { CaptionChoiceFields } from '../captions/caption-choice-fields.tsx'
import { CaptionsEditor } from '../captions/captions-editor.tsx'
import { ThumbnailEditor } from '../thumbnail/thumbnail-editor.tsx'
import { updateCachedVideo } from '../video-cache.ts'
import { DescriptionField, TitleField, VisibilityField } from '../video-fields.tsx'
import { ChaptersField } from './choice-fields.tsx'
import { changeOf, type EditValues, editProblems, editValuesOf } from './edit-values.ts'
import { ProtectionFields } from './protection-fields.tsx'
import { TagsField } from './tags-field.tsx'

interface EditDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const EditDialog = ({ video, ...dialog }: EditDialogProps) => (
  <Dialog {...dialog} title="Edit video" description="What people see in the gallery, and who can watch it.">
    <ThumbnailEditor video={video} />
    <CaptionsEditor video={video} />
    <EditForm video={video} onDone={() => dialog.onOpenChange(false)} />
  </Dialog>
)

const fields = [
  'title',
  'description',
  'visibility',
  'tags',
  'chapters',
  'allowDownload',
  'showViews',
  'showHeat',
  'password',
  'embedDomains',
] as const

const problemIn = (error: Error | null, field: keyof EditValues): string | undefined =>
  error instanceof ApiError ? error.details.find((problem) => problem.field.split('.')[0] === field)?.message : undefined

/** Says what making a video private does, and that people who are watching may keep it for a moment. */
function visibilityHint(chosen: EditValues['visibility'], hasPassword: boolean, { visibility, lingerSeconds }: VideoDetails): string {
  if (chosen === 'public')
    return hasPassword ? 'Everyone with the address and the password can watch it.' : 'Everyone can find and watch it.'
  const rule = 'Only you can watch it, and anyone you give a link to.'
  return visibility === 'public' ? `${rule} ${accessEndSentence(lingerSeconds)}`.trim() : rule
}

const hasPasswordAfter = ({ password, removesPassword }: EditValues, { hasPassword }: VideoDetails): boolean =>
  !removesPassword && (hasPassword || password !== '')

/** Inside the dialog, so that each opening starts with the video's current values. */
function EditForm({ video, onDone }: { video: VideoDetails; onDone: () => void }) {
  const client = useQueryClient()
  const [values, setValues] = useState(() => editValuesOf(video))
  const [isTried, setTried] = useState(false)
  const change = (part: Partial<EditValues>) => setValues((before) => ({ ...before, ...part }))
  const saving = useMutation({
    mutationFn: () => call('PATCH /gallery/videos/{id}', { params: { id: video.id }, body: changeOf(values, video) }),
    onSuccess: ({ video: saved }) => {
      updateCachedVideo(client, saved)
      showToast('good', 'Saved.')
      onDone()
    },
  })
  const found = editProblems(values, video)
  const problemOf = (field: keyof EditValues) => (isTried ? found[field] : undefined) ?? problemIn(saving.error, field)
  const hasServerProblem = fields.some((field) => problemIn(saving.error, field) !== undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (Object.values(found).every((problem) => problem === undefined) && !saving.isPending) saving.mutate()
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TitleField value={values.title} onChange={(title) => change({ title })} error={problemOf('title')} />
      <DescriptionField value={values.description} onChange={(description) => change({ description })} error={problemOf('description')} />
      <VisibilityField
        value={values.visibility}
        onChange={(visibility) => change({ visibility })}
        error={problemOf('visibility')}
        hint={visibilityHint(values.visibility, hasPasswordAfter(values, video), video)}
      />
      <ProtectionFields values={values} hasPassword={video.hasPassword} onChange={change} problemOf={problemOf} />
      <TagsField value={values.tags} onChange={(tags) => change({ tags })} error={problemOf('tags')} />
      <ChaptersField
        value={values.chapters}
        onChange={(chapters) => change({ chapters })}
        error={problemOf('chapters')}
        isInDescription={video.chaptersFrom === 'description'}
      />
      <CaptionChoiceFields value={values.captionChoice} onChange={(captionChoice) => change({ captionChoice })} />
      <ViewerSwitches values={values} onChange={change} />
      {saving.error && !hasServerProblem && <Notice tone="bad">{saving.error.message}</Notice>}
      <div className="sticky -bottom-6 -mx-6 -mb-6 flex flex-wrap justify-end gap-2 border-line border-t bg-raised px-6 py-4">
        <Button onClick={onDone}>Cancel</Button>
        <Button type="submit" kind="primary" pending={saving.isPending}>
          Save
        </Button>
      </div>
    </form>
  )
}

/** What viewers can do with the video, and see of it. */
function ViewerSwitches({ values, onChange }: { values: EditValues; onChange: (part: Partial<EditValues>) => void }) {
  return (
    <>
      <Switch
        label="Allow downloads"
        hint="Viewers can save the video, and podcast apps and feeds get its file. You always can."
        checked={values.allowDownload}
        onCheckedChange={(allowDownload) => onChange({ allowDownload })}
      />
      <Switch
        label="Show views"
        hint="Viewers see how often it was watched."
        checked={values.showViews}
        onCheckedChange={(showViews) => onChange({ showViews })}
      />
      <Switch
        label="Show most watched parts"
        hint="Viewers see a curve above the seek bar, once there are enough plays."
        checked={values.showHeat}
        onCheckedChange={(showHeat) => onChange({ showHeat })}
      />
    </>
  )
}
