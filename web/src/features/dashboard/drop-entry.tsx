import { Upload } from 'lucide-react'
import type { DropzoneState } from 'react-dropzone'
import { Button } from '../../ui/button.tsx'

interface DropEntryProps {
  zone: DropzoneState
  /** It is the main action of the page. */
  isPrimary: boolean
}

/** Filters the system's file picker. The upload page checks the file. */
const accept = 'video/*,.mkv,.mov,.avi,.m4v'

/** The label makes the whole zone clickable; the button is for the keyboard. */
export const DropEntry = ({ zone, isPrimary }: DropEntryProps) => (
  <section aria-label="Upload a video" className="flex flex-col">
    <label
      htmlFor="dashboard-file"
      className="flex flex-1 cursor-pointer flex-col items-center justify-center gap-4 rounded-surface border border-control border-dashed bg-surface px-6 py-8 text-center transition-colors hover:bg-sunken sm:py-12"
    >
      <span className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted">
        <Upload aria-hidden="true" className="size-6" />
      </span>
      <span className="flex max-w-72 flex-col gap-1">
        <span className="font-semibold text-16 pointer-coarse:hidden">Drop a video here</span>
        <span className="hidden font-semibold text-16 pointer-coarse:block">Upload a video</span>
        <span className="text-muted">Add a title and choose who can watch it while it uploads.</span>
      </span>
      <Button kind={isPrimary ? 'primary' : 'secondary'} onClick={zone.open}>
        Browse files
      </Button>
    </label>
    <input {...zone.getInputProps({ id: 'dashboard-file', accept, 'aria-label': 'Video file' })} />
  </section>
)

/** Covers the window while a file is dragged over it. */
export const DropOverlay = () => (
  <div className="fixed inset-0 z-40 flex animate-fade items-center justify-center bg-scrim p-6">
    <p className="pointer-events-none rounded-surface border border-line bg-raised px-6 py-4 font-semibold text-16 shadow-raised">
      Drop to upload
    </p>
  </div>
)
