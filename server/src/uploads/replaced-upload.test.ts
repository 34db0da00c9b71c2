import { openTestDatabase } from '../../testing/services/test-database.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { openLocalStorage } from '../platform/storage/local-storage.ts'
import { replacedUploadSuite } from './replaced-upload.suite.ts'

replacedUploadSuite('local storage', openTestDatabase, async () =>
  openLocalStorage({ folder: await temporaryFolder(), linkBase: 'http://localhost/storage', secret: 'secret' }),
)
