import { adminCaptionEndpoints } from './admin-captions.ts'
import { adminJobEndpoints } from './admin-jobs.ts'
import { adminReencodingEndpoints } from './admin-reencoding.ts'
import { adminStorageEndpoints } from './admin-storage.ts'
import { adminSystemEndpoints } from './admin-system.ts'
import { adminUserEndpoints } from './admin-users.ts'

/** The calls of the admin pages, tab by tab. */
export const adminEndpoints = {
  ...adminJobEndpoints,
  ...adminCaptionEndpoints,
  ...adminSystemEndpoints,
  ...adminReencodingEndpoints,
  ...adminStorageEndpoints,
  ...adminUserEndpoints,
}
