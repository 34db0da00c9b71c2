import type { ImportPreview } from '@video-forge/contract/imports'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatBytes } from '../../format/bytes.ts'
import { formatCount } from '../../format/count.ts'
import { formatLongDate } from '../../format/dates.ts'
import { formatDuration } from '../../format/duration.ts'
import { Figure } from '../../ui/figure.tsx'
import { Panel } from '../../ui/panel.tsx'

const hours = (seconds: number): string =>
  seconds < 3600 ? `${Math.max(1, Math.round(seconds / 60))} min` : `${(seconds / 3600).toFixed(1)} h`

/** What the import will do, with the button that starts it. Brought into view, because the form above it is long. */
export function PreviewPanel({ preview, action }: { preview: ImportPreview; action: ReactNode }) {
  const panel = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each preview
  useEffect(() => void panel.current?.scrollIntoView?.({ block: 'nearest' }), [preview])
  const { count, isAtLeast, bytes, seconds, duplicates, skipped, items } = preview
  const atLeast = isAtLeast ? 'at least ' : ''
  return (
    <div ref={panel} className="scroll-my-20">
      <Panel title="What it will do" hint="Nothing has been imported yet." actions={action}>
        <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
          <Figure name="Found" value={`${atLeast}${count.toLocaleString('en')}`} />
          <Figure name="Size" value={bytes === null ? 'not known' : `${atLeast}${formatBytes(bytes)}`} />
          <Figure name="Length" value={seconds === null ? 'not known' : `${atLeast}${hours(seconds)}`} />
          <Figure name="You have already" value={`${atLeast}${duplicates.toLocaleString('en')}`} />
        </dl>
        {items.length > 0 && (
          <ul aria-label="Videos" className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
            {items.map((item) => (
              <li key={item.source} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
                <span className="wrap-anywhere min-w-0 flex-1 basis-60">
                  {item.title}
                  <span className="block text-12 text-muted">{item.source}</span>
                </span>
                <span className="text-13 text-muted tabular-nums">
                  {[
                    item.date && formatLongDate(item.date),
                    item.seconds && formatDuration(item.seconds),
                    item.visibility === 'public' ? 'Public' : 'Private',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </li>
            ))}
          </ul>
        )}
        {skipped.count > 0 && (
          <section aria-label="Left out" className="flex flex-col gap-2">
            <h3 className="font-medium text-14">{formatCount(skipped.count, 'item')} will be left out</h3>
            <ul className="flex flex-col gap-1 text-13">
              {skipped.items.map(({ source, reason }) => (
                <li key={source} className="wrap-anywhere">
                  {source} <span className="text-muted">{reason}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
      </Panel>
    </div>
  )
}
