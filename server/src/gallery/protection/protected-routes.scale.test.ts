import { streamOf } from '../../../testing/media/bytes.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../../testing/services/scale-services.ts'
import { openSite } from '../../../testing/site.ts'
import { openS3Storage } from '../../platform/storage/s3-storage.ts'
import { protectedRoutesSuite } from './protected-routes.suite.ts'

protectedRoutesSuite('PostgreSQL, Redis and S3', async () => {
  const { client, config } = await createBucket()
  const storage = openS3Storage(client, config.bucket)
  const environment = { DATABASE_URL: await createScaleDatabaseUrl(), REDIS_URL: redisUrl(), ...bucketEnvironment(config) }
  const site = await openSite({ ROLE: 'api', ...environment })
  return {
    site,
    put: async (key, content) => void (await storage.put(key, streamOf(content))),
  }
})
