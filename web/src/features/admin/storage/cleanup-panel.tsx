import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { formatBytes } from '../../../format/bytes.ts'
import { formatCount } from '../../../format/count.ts'
import { call } from '../../../session/call.ts'
import { Panel } from '../../../ui/panel.tsx'
import { CleanupAction, type CleanupResult } from './cleanup-action.tsx'

const toTrash = `You can restore them from the trash for ${limits.trashDays} days.`

async function cleanTemp(dryRun: boolean): Promise<CleanupResult> {
  const { result } = await call('POST /admin/storage/cleanup-temp', { body: { dryRun } })
  const what = `${formatCount(result.deletedCount, 'temporary file')} (${formatBytes(result.freedSpace)})`
  return {
    isEmpty: result.deletedCount === 0,
    found: `${what} ${result.deletedCount === 1 ? 'is' : 'are'} older than ${limits.tempFileHours} hours and not in use. ${toTrash}`,
    done: `${what} removed.`,
    nothing: 'There are no old temporary files.',
    items: result.items,
    count: result.deletedCount,
  }
}

async function optimize(dryRun: boolean): Promise<CleanupResult> {
  const { result } = await call('POST /admin/storage/optimize', { body: { dryRun } })
  const { orphanedFiles, missingFiles, freedSpace, compression, complete } = result
  const count = orphanedFiles + missingFiles
  const what = `${formatCount(orphanedFiles, 'orphaned file')} (${formatBytes(freedSpace)}) and ${formatCount(missingFiles, 'database entry', 'database entries')} without a file`
  const rest = complete ? '' : ' There is more than one run can handle: run it again afterwards.'
  return {
    isEmpty: count === 0,
    found: `Found ${what}. ${toTrash}${rest}`,
    done: `${what} removed. ${compressionText(compression)}${rest}`,
    nothing: `Storage and database agree. ${compressionText(compression)}`,
    items: result.items,
    count,
  }
}

const compressionText = ({ compressedCount, reason }: { compressedCount: number; reason: string }): string =>
  compressedCount > 0 ? `${formatCount(compressedCount, 'file')} compressed. ${reason}` : reason

/** Each searches first, shows what it found, and acts only after a confirmation. */
export const CleanupPanel = () => (
  <Panel title="Clean up" hint="Files of running jobs and uploads are never touched.">
    <div className="flex flex-col divide-y divide-line rounded-surface border border-line bg-surface">
      <CleanupAction
        name="Clean temporary files"
        text={`Removes what interrupted jobs and abandoned uploads left behind over ${limits.tempFileHours} hours ago.`}
        failed={sentences.cleanupTempFailed}
        work={cleanTemp}
      />
      <CleanupAction
        name="Optimize storage"
        text="Compares storage with the database and removes orphaned files and entries without a file."
        failed={sentences.optimizeFailed}
        work={optimize}
      />
    </div>
  </Panel>
)
