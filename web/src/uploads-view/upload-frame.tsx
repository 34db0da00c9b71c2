import { Film } from 'lucide-react'
import { classNames } from '../ui/class-names.ts'

/** A frame of the file, or a neutral place in its shape until there is one. */
export const UploadFrame = ({ frame, className }: { frame: string | undefined; className: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'flex aspect-video shrink-0 items-center justify-center overflow-hidden rounded-control bg-sunken text-faint forced-colors:border',
      className,
    )}
  >
    {frame ? (
      <img src={frame} alt="" className="size-full animate-fade object-contain" />
    ) : (
      <Film className="size-1/4 max-h-8 min-h-4 min-w-4 max-w-8" />
    )}
  </span>
)
