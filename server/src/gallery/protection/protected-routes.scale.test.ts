import type { SiteWithFiles } from '../../../testing/local-files.ts'
import { streamOf } from '../../../testing/media/bytes.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../../testing/services/scale-services.ts'
import { openSite } from '../../../testing/site.ts'
import { openS3Storage } from '../../platform/storage/s3-storage.ts'
import { internalSiteSuite } from './internal-site.suite.ts'
import { protectedRoutesSuite } from './protected-routes.suite.ts'

async function openScaledSite(more: Record<string, string> = {}): Promise<SiteWithFiles> {
  const { client, config } = await createBucket()
  const storage = openS3Storage(client, config.bucket)
  const environment = { DATABASE_URL: await createScaleDatabaseUrl(), REDIS_URL: redisUrl(), ...bucketEnvironment(config) }
  const site = await openSite({ ROLE: 'api', ...environment, ...more })
  return {
    site,
    put: async (key, content) => void (await storage.put(key, streamOf(content))),
  }
}

protectedRoutesSuite('PostgreSQL, Redis and S3', () => openScaledSite())
internalSiteSuite('PostgreSQL, Redis and S3', openScaledSite)
