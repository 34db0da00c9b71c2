import { join } from 'node:path'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { reencoderSuite } from './reencoder.suite.ts'

reencoderSuite('local folder', async () => ({
  environment: {},
  open: (dataDir) => openLocalStorage({ folder: join(dataDir, 'storage'), linkBase: 'http://localhost', secret: 's'.repeat(32) }),
}))
