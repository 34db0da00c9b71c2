import { useMutation, useQuery } from '@tanstack/react-query'
import type { User } from '@video-forge/contract/accounts/accounts'
import { RotateCw } from 'lucide-react'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { formatBytes } from '../../format/bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/overlays/toast-store.ts'
import { continueUpload } from '../../uploads-view/queue/upload-control.ts'
import { useUploads } from '../../uploads-view/queue/upload-store.ts'
import { findUnfinished, type UnfinishedUpload } from '../../uploads-view/transfer/find-unfinished.ts'
import { discardUpload } from '../../uploads-view/transfer/upload-calls.ts'
import { otherFileProblem, removeRecord, type UploadRecord, uploadIdOf } from '../../uploads-view/transfer/upload-record.ts'

/** Uploads of earlier visits that can be resumed. */
export function UnfinishedUploads({ user }: { user: User }) {
  const unfinished = useQuery({
    queryKey: ['uploads', 'unfinished', user.id],
    queryFn: ({ signal }) => findUnfinished(user.id, signal),
    staleTime: 0,
    gcTime: 0,
    networkMode: 'always',
  })
  const running = useUploads().map(({ videoId }) => videoId)
  const uploads = (unfinished.data ?? []).filter(({ record }) => !running.includes(uploadIdOf(record.s3Key)))
  if (uploads.length === 0) return null
  return (
    <section aria-label="Unfinished uploads" className="flex animate-fade flex-col gap-3">
      {uploads.map((upload) => (
        <UnfinishedCard key={upload.record.s3Key} upload={upload} user={user} onDiscarded={() => void unfinished.refetch()} />
      ))}
    </section>
  )
}

interface UnfinishedCardProps {
  upload: UnfinishedUpload
  user: User
  onDiscarded: () => void
}

function UnfinishedCard({ upload: { record, arrived }, user, onDiscarded }: UnfinishedCardProps) {
  const { filename, stage } = record
  const navigate = useNavigate()
  const [problem, setProblem] = useState<string>()
  const picker = useRef<HTMLInputElement>(null)
  const discarding = useMutation({
    mutationFn: () => discardUpload(record),
    onSuccess: () => {
      removeRecord(user.id, record)
      onDiscarded()
    },
    onError: (error) => showToast('bad', error.message),
  })

  const resume = (file?: File) => {
    continueUpload(record, file)
    // This page shows the uploads of new videos; the header shows this one.
    if (record.replaces) void navigate(`/video/${record.replaces}`)
  }
  const resumeWith = (file: File | undefined) => {
    if (!file) return
    const found = otherFileProblem(record, file)
    setProblem(found)
    if (!found) resume(file)
  }

  return (
    <div className="flex flex-col gap-3 rounded-surface border border-line bg-surface p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="min-w-0 flex-1 basis-72 text-13 text-muted">
          {record.replaces && `The new file of "${record.details.title}". `}
          {progressText(record, arrived)}
        </p>
        <div className="flex min-w-0 flex-wrap gap-2">
          <Button className="min-w-0 max-w-full shrink" onClick={() => (stage === 'sending' ? picker.current?.click() : resume())}>
            <RotateCw aria-hidden="true" className="size-4 shrink-0" />
            <span className="truncate">Continue upload of {filename}</span>
          </Button>
          <Button pending={discarding.isPending} onClick={() => discarding.mutate()}>
            Discard
          </Button>
        </div>
      </div>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={`The file ${filename}`}
        onChange={(event) => {
          resumeWith(event.target.files?.[0])
          // Otherwise choosing the same file again would fire no event.
          event.target.value = ''
        }}
      />
      {problem && <Notice tone="bad">{problem}</Notice>}
    </div>
  )
}

function progressText({ stage, size, isPublishing }: UploadRecord, arrived: number | undefined): string {
  if (stage === 'confirmed') return `It is uploaded and private. ${isPublishing ? 'Continue to publish it.' : 'Add its details to finish.'}`
  if (stage === 'sent') return 'All of it is uploaded. Only the last step is missing.'
  const part = arrived === undefined ? '' : `${Math.floor((arrived / size) * 100)}% of ${formatBytes(size)} is uploaded. `
  return `${part}Choose the same file again to continue.`
}
