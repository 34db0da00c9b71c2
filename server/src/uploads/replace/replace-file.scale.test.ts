import { openReplaceSite } from '../../../testing/replace-site.ts'
import { bucketEnvironment, createBucket, createScaleDatabaseUrl } from '../../../testing/services/scale-services.ts'
import { openS3Storage } from '../../platform/storage/s3-storage.ts'
import { replaceFileSuite } from './replace-file.suite.ts'

replaceFileSuite('S3', async () => {
  const { client, config } = await createBucket()
  const environment = { DATABASE_URL: await createScaleDatabaseUrl(), ...bucketEnvironment(config) }
  return openReplaceSite(environment, async () => openS3Storage(client, config.bucket))
})
