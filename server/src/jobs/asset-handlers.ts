import { Failure } from '@video-forge/contract/errors'
import { assetTypes } from '@video-forge/contract/jobs'
import type { Handlers } from '../http/api/handlers.ts'
import type { JobDeps } from './job-deps.ts'
import { readOwnJob } from './own-job.ts'

type AssetKeys = 'GET /jobs/{id}/assets' | 'GET /jobs/{id}/assets/{assetId}/download'

/** The files that a job has made, for its owner. */
export function assetHandlers(deps: JobDeps): Handlers<AssetKeys> {
  const { db, download } = deps
  return {
    'GET /jobs/{id}/assets': async ({ params, caller }) => {
      await readOwnJob(deps, params.id, caller.userId)
      const rows = await db.selectFrom('assets').selectAll().where('job_id', '=', params.id).execute()
      rows.sort((a, b) => assetTypes.indexOf(a.asset_type) - assetTypes.indexOf(b.asset_type))
      return {
        assets: rows.map(({ id, asset_type, file_size, filename, width, height }) => ({
          id,
          asset_type,
          filename,
          file_size: Number(file_size),
          resolution: width && height ? `${width}x${height}` : null,
        })),
      }
    },

    'GET /jobs/{id}/assets/{assetId}/download': async ({ params, caller, facts }) => {
      const asset = await db
        .selectFrom('assets')
        .innerJoin('jobs', 'jobs.id', 'assets.job_id')
        .innerJoin('videos', 'videos.id', 'jobs.id')
        .select(['assets.asset_type', 'videos.id', 'videos.access_version', 'videos.files_version', 'videos.title'])
        .select(['videos.original_key', 'videos.original_mime'])
        .where('assets.id', '=', params.assetId)
        .where('jobs.id', '=', params.id)
        .where('jobs.user_id', '=', caller.userId)
        .executeTakeFirst()
      if (!asset) throw new Failure('NOT_FOUND', 'There is no such file.')
      const { path, filename } = download(asset, asset.asset_type, caller.userId)
      return { downloadUrl: facts.origin + path, filename }
    },
  }
}
