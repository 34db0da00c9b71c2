import { uploadEndings, uploadTypes } from '@video-forge/contract/rules/upload-rules'
import { Upload } from 'lucide-react'
import type { DropzoneState } from 'react-dropzone'
import { formatBytes } from '../../format/bytes.ts'
import { Button } from '../../ui/button.tsx'

interface DropZoneProps {
  onBrowse: () => void
  maxBytes: number
}

export const browseButtonId = 'browse-files'

/** Filters the system's file picker. The file is validated again afterwards. */
const accept = [...uploadTypes, ...uploadEndings].join(',')

/** The label makes the whole zone clickable; the button is for the keyboard. */
export const DropZone = ({ onBrowse, maxBytes }: DropZoneProps) => (
  <section aria-label="Choose a video">
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
      <Button id={browseButtonId} kind="primary" onClick={onBrowse}>
        Browse files
      </Button>
    </label>
  </section>
)

/** Opened by the buttons of the page, also while other files are on their way. */
export const FileInput = ({ zone }: { zone: DropzoneState }) => (
  <input {...zone.getInputProps({ id: 'upload-file', accept, 'aria-label': 'Video file' })} />
)

/** Covers the window while a file is dragged over it. */
export const DropOverlay = () => (
  <div className="fixed inset-0 z-40 flex animate-fade items-center justify-center bg-scrim p-6">
    <p className="pointer-events-none rounded-surface border border-line bg-raised px-6 py-4 font-semibold text-16 shadow-raised">
      Drop to upload
    </p>
  </div>
)
