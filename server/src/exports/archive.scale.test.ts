import { databaseAt } from '../../testing/services/database-at.ts'
import { createBucket, createScaleDatabaseUrl } from '../../testing/services/scale-services.ts'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import { archiveSuite } from './archive.suite.ts'

archiveSuite(
  'S3',
  async () => databaseAt(await createScaleDatabaseUrl()),
  async () => {
    const { client, config } = await createBucket()
    return openS3Storage(client, config.bucket)
  },
)
