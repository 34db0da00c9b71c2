import { uploadAccept } from '@video-forge/contract/rules/upload-rules'
import type { DropzoneState } from 'react-dropzone'
import { formatBytes } from '../../format/bytes.ts'
import { Button } from '../../ui/button.tsx'
import { DropArea } from '../../ui/forms/drop-area.tsx'

interface DropZoneProps {
  onBrowse: () => void
  maxBytes: number
}

export const browseButtonId = 'browse-files'

export const DropZone = ({ onBrowse, maxBytes }: DropZoneProps) => (
  <section aria-label="Choose a video">
    <DropArea
      inputId="upload-file"
      className="min-h-72 py-12"
      headline={<span className="font-semibold text-16">Drop a video here</span>}
      hint={`MP4, MOV, AVI, MKV or WebM, up to ${formatBytes(maxBytes)}`}
      button={
        <Button id={browseButtonId} kind="primary" onClick={onBrowse}>
          Browse files
        </Button>
      }
    />
  </section>
)

/** Opened by the buttons of the page, also while other files are on their way. */
export const FileInput = ({ zone }: { zone: DropzoneState }) => (
  <input {...zone.getInputProps({ id: 'upload-file', accept: uploadAccept, 'aria-label': 'Video file' })} />
)
