import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { type OutputFormat, outputFormats } from '@video-forge/contract/rules/formats'
import { sentences } from '@video-forge/contract/sentences'
import { type FormEvent, type RefObject, useState } from 'react'
import { jobKeys, removeCachedJob } from '../../../jobs-view/live/job-cache.ts'
import { FormatChoice } from '../../../jobs-view/plan/format-choice.tsx'
import { call } from '../../../session/call.ts'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { showToast } from '../../../ui/overlays/toast-store.ts'
import { DescriptionField, TitleField, VisibilityField } from '../../../videos-view/video-fields.tsx'
import { videoKeys } from '../../../videos-view/video-keys.ts'

interface PublishDialogProps {
  video: VideoDetails
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  onPublished: () => void
}

/** What the upload page asks for, for a draft that was left there or comes from another device. */
export const PublishDialog = ({ video, onPublished, ...dialog }: PublishDialogProps) => (
  <Dialog {...dialog} title="Publish video" description="Say what it is and who can watch it. Processing makes it play everywhere.">
    <PublishForm
      video={video}
      onDone={() => {
        onPublished()
        dialog.onOpenChange(false)
      }}
    />
  </Dialog>
)

interface PublishValues extends Pick<VideoDetails, 'title' | 'description' | 'visibility'> {
  outputFormats: OutputFormat[]
}

function usePublish({ id, startSource }: VideoDetails, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (values: PublishValues) => call('POST /jobs', { body: { ...values, inputSource: startSource ?? '' } }),
    onSuccess: ({ job }) => {
      showToast('good', `"${job.title}" was queued.`)
      onDone()
      removeCachedJob(client, id)
      void client.invalidateQueries({ queryKey: jobKeys.lists })
      void client.invalidateQueries({ queryKey: videoKeys.one(id, undefined) })
    },
  })
}

/** Inside the dialog, so that each opening starts with the video's current values. Its visibility stays unless another one is chosen. */
function PublishForm({ video, onDone }: { video: VideoDetails; onDone: () => void }) {
  const [values, setValues] = useState<PublishValues>(() => {
    const { title, description, visibility } = video
    return { title, description, visibility, outputFormats: [...outputFormats] }
  })
  const publishing = usePublish(video, onDone)
  const change = (part: Partial<PublishValues>) => setValues((before) => ({ ...before, ...part }))
  const isTitled = values.title.trim() !== ''
  const hasFormat = values.outputFormats.length > 0
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isTitled && hasFormat && !publishing.isPending) publishing.mutate(values)
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TitleField value={values.title} onChange={(title) => change({ title })} />
      <DescriptionField value={values.description} onChange={(description) => change({ description })} />
      <VisibilityField value={values.visibility} onChange={(visibility) => change({ visibility })} />
      <FormatChoice
        chosen={values.outputFormats}
        onChange={(chosen) => change({ outputFormats: chosen })}
        error={hasFormat ? undefined : sentences.uploadNeedsFormat}
      />
      {publishing.error && <Notice tone="bad">{sentences.processingFailed(publishing.error.message)}</Notice>}
      <Button type="submit" kind="primary" disabled={!isTitled || !hasFormat} pending={publishing.isPending}>
        Start Processing
      </Button>
    </form>
  )
}
