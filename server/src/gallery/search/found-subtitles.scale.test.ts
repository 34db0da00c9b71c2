import { bucketEnvironment, createBucket, createScaleDatabaseUrl, redisUrl } from '../../../testing/services/scale-services.ts'
import { foundSubtitlesSuite } from './found-subtitles.suite.ts'

foundSubtitlesSuite('PostgreSQL, Redis and S3', async () => {
  const { config } = await createBucket()
  return { DATABASE_URL: await createScaleDatabaseUrl(), REDIS_URL: redisUrl(), ...bucketEnvironment(config) }
})
