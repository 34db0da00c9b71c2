import { createBucket, createScaleDatabaseUrl } from '../../testing/services/scale-services.ts'
import { silentLog } from '../../testing/silent-log.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openS3Storage } from '../platform/storage/s3-storage.ts'
import { replacedUploadSuite } from './replaced-upload.suite.ts'

replacedUploadSuite(
  'S3',
  async () => openDatabase({ database: { kind: 'external', url: await createScaleDatabaseUrl() }, dataDir: '/nonexistent' }, silentLog),
  async () => {
    const { client, config } = await createBucket()
    return openS3Storage(client, config.bucket)
  },
)
