import { useQuery } from '@tanstack/react-query'
import type { Reencoding } from '@video-forge/contract/admin/admin-reencoding'
import { sentences } from '@video-forge/contract/sentences'
import { withDefaultMessage } from '../../../../api/with-default-message.ts'
import { formatBytes } from '../../../../format/bytes.ts'
import { call } from '../../../../session/call.ts'
import { QueryView } from '../../../../ui/feedback/query-view.tsx'
import { Figure } from '../../../../ui/figure.tsx'
import { Panel } from '../../../../ui/panel.tsx'
import { adminKeys } from '../../admin-queries.ts'
import { EmptyNote } from '../../empty-note.tsx'
import { ReencodingForm } from './reencoding-form.tsx'
import { ReencodingTable } from './reencoding-table.tsx'

const refetchMs = 15_000

/** Videos in AV1: which are made, and what that saved and cost. */
export function ReencodingPanel() {
  const query = useQuery({
    queryKey: [...adminKeys.all, 'reencoding'],
    queryFn: async ({ signal }) =>
      (await withDefaultMessage(sentences.adminFailed, call('GET /admin/reencoding', {}, { signal }))).reencoding,
    refetchInterval: refetchMs,
  })
  return (
    <Panel
      title="Smaller videos in AV1"
      hint="While no job waits, workers make qualities again in AV1, at the quality of the H.264 and about half its size. Devices that decode AV1 well play it; all others play H.264 as before."
    >
      <QueryView query={query} failed={sentences.adminFailed} skeleton="h-64">
        {(reencoding) => (
          <div className="flex flex-col gap-6">
            <ReencodingForm settings={reencoding.settings} />
            <Sums reencoding={reencoding} />
            {reencoding.recent.length > 0 ? (
              <ReencodingTable rows={reencoding.recent} />
            ) : (
              <EmptyNote>Nothing was made in AV1 yet.</EmptyNote>
            )}
          </div>
        )}
      </QueryView>
    </Panel>
  )
}

const percent = (part: number, whole: number): string => `${whole > 0 ? Math.round((part / whole) * 100) : 0} %`

function Sums({ reencoding: { counts, published, cpuSeconds, served } }: { reencoding: Reencoding }) {
  const saved = published.bytesBefore - published.bytes
  const share = published.bytesBefore > 0 ? `${percent(saved, published.bytesBefore)} less for each play` : 'for each play'
  const sent = served.h264 + served.av1
  const unused = counts['not-worth-it'] + counts.skipped + counts.failed
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4">
      <Figure
        name="In AV1"
        value={counts.published.toLocaleString('en')}
        detail={`qualities of ${published.videos.toLocaleString('en')} videos`}
      />
      <Figure name="Waiting" value={(counts.waiting + counts.running).toLocaleString('en')} detail={`${counts.running} in progress`} />
      <Figure name="Not made" value={unused.toLocaleString('en')} detail={`${counts['not-worth-it']} not worth it`} />
      <Figure name="AV1 in storage" value={formatBytes(published.bytes)} detail={`${share} than ${formatBytes(published.bytesBefore)}`} />
      <Figure name="Served in AV1" value={formatBytes(served.av1)} detail={`${percent(served.av1, sent)} of ${formatBytes(sent)}`} />
      <Figure name="Traffic saved" value={formatBytes(served.saved)} detail="against the same qualities in H.264" />
      <Figure name="CPU time" value={`${(cpuSeconds / 3600).toFixed(1)} h`} detail="tries and comparisons included" />
    </dl>
  )
}
