import { exportRules } from '@video-forge/contract/rules/export-rules'
import { useRef, useState } from 'react'
import { formatBytes } from '../../../../format/bytes.ts'
import { formatCount } from '../../../../format/count.ts'
import { call } from '../../../../session/call.ts'
import { Button } from '../../../../ui/button.tsx'
import { Notice } from '../../../../ui/feedback/notice.tsx'
import { Checkbox } from '../../../../ui/forms/checkbox.tsx'
import { showToast } from '../../../../ui/overlays/toast-store.ts'
import { useSubmission } from '../../use-submission.ts'
import { LoadedSetting } from '../loaded-setting.tsx'
import { type Exports, useExports, useReloadExports } from './export-queries.ts'
import { ExportRow } from './export-row.tsx'

/** All videos of a person as one archive. */
export function ExportSection() {
  const exports = useExports()
  return (
    <LoadedSetting query={exports} skeleton="h-40">
      {(data) => <ExportChoices {...data} />}
    </LoadedSetting>
  )
}

function ExportChoices({ exports, size }: Exports) {
  const reload = useReloadExports()
  const [hasRenditions, setRenditions] = useState(false)
  const start = useRef<HTMLButtonElement>(null)
  const starting = useSubmission([], 'The export could not be started. Please try again.')
  const deleting = useSubmission([], 'The export could not be deleted. Please try again.')
  const bytes = size.originalBytes + (hasRenditions ? size.renditionBytes : 0)

  const begin = () =>
    starting.run(async () => {
      await call('POST /account/exports', { body: { renditions: hasRenditions } })
      await reload()
    })
  const remove = (id: string) =>
    deleting.run(async () => {
      await call('DELETE /account/exports/{id}', { params: { id } })
      await reload()
      showToast('good', 'The export is deleted.')
      // The pressed button is gone.
      start.current?.focus()
    })
  const failure = starting.failure ?? deleting.failure

  return (
    <>
      <p className="text-muted">
        One file with your originals, and with titles, descriptions, tags, chapters, captions, thumbnails and playlists in forms that other
        programs can read. It can be imported again, here or on another Video Forge.
      </p>
      <p className="tabular-nums">
        {formatCount(size.videoCount, 'video')}, about {formatBytes(bytes)}
      </p>
      <Checkbox
        label={`Include the qualities that were made of them${size.renditionBytes > 0 ? ` (${formatBytes(size.renditionBytes)})` : ''}`}
        checked={hasRenditions}
        onCheckedChange={setRenditions}
      />
      {exports.length > 0 && (
        <ul aria-label="Your exports" className="flex flex-col divide-y divide-line">
          {exports.map((each) => (
            <ExportRow key={each.id} accountExport={each} isBusy={deleting.pending} onDelete={() => void remove(each.id)} />
          ))}
        </ul>
      )}
      {failure && <Notice tone="bad">{failure}</Notice>}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-13 text-muted">It can be downloaded for {exportRules.keptDays} days.</p>
        <Button ref={start} disabled={size.videoCount === 0} pending={starting.pending} onClick={() => void begin()}>
          Export everything
        </Button>
      </div>
    </>
  )
}
