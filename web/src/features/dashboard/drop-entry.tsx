import { uploadAccept } from '@video-forge/contract/rules/upload-rules'
import type { DropzoneState } from 'react-dropzone'
import { Button } from '../../ui/button.tsx'
import { DropArea } from '../../ui/forms/drop-area.tsx'

interface DropEntryProps {
  zone: DropzoneState
  /** It is the main action of the page. */
  isPrimary: boolean
}

export const DropEntry = ({ zone, isPrimary }: DropEntryProps) => (
  <section aria-label="Upload a video" className="flex flex-col">
    <DropArea
      inputId="dashboard-file"
      className="flex-1 py-8 sm:py-12"
      headline={
        <>
          <span className="font-semibold text-16 pointer-coarse:hidden">Drop a video here</span>
          <span className="hidden font-semibold text-16 pointer-coarse:block">Upload a video</span>
        </>
      }
      hint="Add a title and choose who can watch it while it uploads."
      button={
        <Button kind={isPrimary ? 'primary' : 'secondary'} onClick={zone.open}>
          Browse files
        </Button>
      }
    />
    <input {...zone.getInputProps({ id: 'dashboard-file', accept: uploadAccept, 'aria-label': 'Video file' })} />
  </section>
)
