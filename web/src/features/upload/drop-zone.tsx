import { uploadEndings, uploadTypes } from '@video-forge/contract/rules/upload-rules'
import { Upload } from 'lucide-react'
import type { DropzoneState } from 'react-dropzone'
import { formatBytes } from '../../format/bytes.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'

interface DropZoneProps {
  zone: DropzoneState
  maxBytes: number
  problem: string | undefined
}

export const browseButtonId = 'browse-files'

/** Filters the system's file picker. The file is validated again afterwards. */
const accept = [...uploadTypes, ...uploadEndings].join(',')

/** The label makes the whole zone clickable; the button is for the keyboard. */
export const DropZone = ({ zone, maxBytes, problem }: DropZoneProps) => (
  <section aria-label="Choose a video" className="flex flex-col gap-3">
    <label
      htmlFor="upload-file"
      className="flex min-h-72 cursor-pointer flex-col items-center justify-center gap-4 rounded-surface border border-control border-dashed bg-surface px-6 py-12 text-center transition-colors hover:bg-sunken"
    >
      <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <Upload aria-hidden="true" className="size-6" />
      </span>
      <span className="flex flex-col gap-1">
        <span className="font-semibold text-16">Drop a video here</span>
        <span className="text-muted">MP4, MOV, AVI, MKV or WebM, up to {formatBytes(maxBytes)}</span>
      </span>
      <Button id={browseButtonId} kind="primary" onClick={zone.open}>
        Browse files
      </Button>
    </label>
    <input {...zone.getInputProps({ id: 'upload-file', accept, 'aria-label': 'Video file' })} />
    {problem && <Notice tone="bad">{problem}</Notice>}
  </section>
)

/** Covers the window while a file is dragged over it. */
export const DropOverlay = () => (
  <div className="fixed inset-0 z-40 flex animate-fade items-center justify-center bg-scrim p-6">
    <p className="pointer-events-none rounded-surface border border-line bg-raised px-6 py-4 font-semibold text-16 shadow-raised">
      Drop to upload this video
    </p>
  </div>
)
