import { bucketEnvironment, createBucket, createScaleDatabaseUrl } from '../../testing/services/scale-services.ts'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import { reencoderSuite } from './reencoder.suite.ts'

reencoderSuite('S3', async () => {
  const { client, config } = await createBucket()
  const environment = { DATABASE_URL: await createScaleDatabaseUrl(), ...bucketEnvironment(config) }
  return { environment, open: async () => openS3Storage(client, config.bucket) }
})
