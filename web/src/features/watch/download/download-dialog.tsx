import { useQuery } from '@tanstack/react-query'
import type { Caption } from '@video-forge/contract/captions'
import { captionFormats } from '@video-forge/contract/captions/write-captions'
import type { VideoDetails } from '@video-forge/contract/gallery'
import { qualityLabel } from '@video-forge/contract/rules/video-rules'
import { Download } from 'lucide-react'
import type { RefObject } from 'react'
import { formatBytes } from '../../../format/bytes.ts'
import { call } from '../../../session/call.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { RetryNotice } from '../../../ui/feedback/retry-notice.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { accessOf } from '../../../videos-view/video-access.ts'
import { videoKeys } from '../../../videos-view/video-keys.ts'

interface DownloadDialogProps {
  video: VideoDetails
  /** The secret of the share link that opened the page. */
  link: string | undefined
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
}

export const DownloadDialog = ({ video, link, ...dialog }: DownloadDialogProps) => (
  <Dialog {...dialog} title="Download" description="Choose a quality. A smaller one is saved faster.">
    <Downloads id={video.id} link={link} />
    <CaptionDownloads captions={video.captions ?? []} />
  </Dialog>
)

/** Inside the dialog, so that each opening asks for addresses that still work. */
function Downloads({ id, link }: { id: string; link: string | undefined }) {
  const { data, error, refetch } = useQuery({
    queryKey: videoKeys.downloads(id, link),
    queryFn: async ({ signal }) =>
      (await call('GET /gallery/videos/{id}/downloads', { params: { id }, query: accessOf(id, link) }, { signal })).downloads,
    staleTime: 0,
    gcTime: 0,
  })
  if (!data && error) return <RetryNotice text={error.message} onRetry={() => void refetch()} />
  if (!data) return <Skeleton className="h-24" />
  if (data.length === 0) return <p className="text-muted">There is no file to save yet. Try again once the video is processed.</p>
  return (
    <ul aria-label="Files" className="-mx-2 flex flex-col">
      {data.map(({ quality, resolution, size, filename, url }) => (
        <li key={quality}>
          <a href={url} download={filename} className="flex min-h-12 items-center gap-3 rounded-control px-2 hover:bg-hover">
            <Download aria-hidden="true" className="size-4 shrink-0 text-muted" />
            <span className="flex-1 font-medium">{qualityLabel(quality)}</span>
            <span className="text-13 text-muted tabular-nums">
              {[resolution, size !== null && formatBytes(size)].filter(Boolean).join(' · ')}
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function CaptionDownloads({ captions }: { captions: readonly Caption[] }) {
  const offered = captions.filter(({ downloads }) => downloads !== null)
  if (offered.length === 0) return null
  return (
    <section aria-labelledby="captions-to-save" className="flex flex-col gap-1">
      <h3 id="captions-to-save" className="font-medium text-13">
        Captions
      </h3>
      <ul className="flex flex-col">
        {offered.map(({ id, label, downloads }) => (
          <li key={id} className="flex min-h-12 items-center gap-2">
            <span className="wrap-anywhere flex-1">{label}</span>
            {captionFormats.map((format) => (
              <a
                key={format}
                href={downloads?.[format]}
                download=""
                aria-label={`${label} as ${format.toUpperCase()}`}
                className={buttonClass('quiet', 'small')}
              >
                {format.toUpperCase()}
              </a>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
