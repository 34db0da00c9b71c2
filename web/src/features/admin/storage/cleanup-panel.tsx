import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Panel } from '../panel.tsx'
import { CleanupAction, type CleanupResult } from './cleanup-action.tsx'

const toTrash = `They go to the trash for ${limits.trashDays} days, from where they can be brought back.`

async function cleanTemp(dryRun: boolean): Promise<CleanupResult> {
  const { result } = await call('POST /admin/storage/cleanup-temp', { body: { dryRun } })
  const what = `${formatCount(result.deletedCount, 'temporary file')} of ${formatBytes(result.freedSpace)}`
  return {
    isEmpty: result.deletedCount === 0,
    found: `${what} ${result.deletedCount === 1 ? 'is' : 'are'} older than ${limits.tempFileHours} hours and nobody works with them. ${toTrash}`,
    done: `${what} removed.`,
    nothing: 'No temporary file is old enough to be cleaned up.',
    items: result.items,
    count: result.deletedCount,
  }
}

async function optimize(dryRun: boolean): Promise<CleanupResult> {
  const { result } = await call('POST /admin/storage/optimize', { body: { dryRun } })
  const { orphanedFiles, missingFiles, freedSpace, compression, complete } = result
  const count = orphanedFiles + missingFiles
  const what = `${formatCount(orphanedFiles, 'file')} without a row (${formatBytes(freedSpace)}) and ${formatCount(missingFiles, 'row')} without a file`
  const rest = complete ? '' : ' There is more than one look can take: run it again afterwards.'
  return {
    isEmpty: count === 0,
    found: `${what} were found. ${toTrash}${rest}`,
    done: `${what} removed. ${packed(compression)}${rest}`,
    nothing: `Storage and tables agree. ${packed(compression)}`,
    items: result.items,
    count,
  }
}

const packed = ({ compressedCount, reason }: { compressedCount: number; reason: string }): string =>
  compressedCount > 0 ? `${formatCount(compressedCount, 'file')} compressed. ${reason}` : reason

/** Each looks first, shows what it found, and only then acts. */
export const CleanupPanel = () => (
  <Panel title="Clean up" hint="Nothing that a running job or an open upload needs is ever touched.">
    <div className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
      <CleanupAction
        name="Clean temporary files"
        text={`What broken transfers, killed work and given-up uploads left behind over ${limits.tempFileHours} hours ago.`}
        failed={sentences.cleanupTempFailed}
        work={cleanTemp}
      />
      <CleanupAction
        name="Optimize storage"
        text="Compares storage with the tables both ways: files without rows, rows without files."
        failed={sentences.optimizeFailed}
        work={optimize}
      />
    </div>
  </Panel>
)
