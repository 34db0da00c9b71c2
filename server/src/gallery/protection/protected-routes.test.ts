import { openSiteWithFiles } from '../../../testing/local-files.ts'
import { protectedRoutesSuite } from './protected-routes.suite.ts'

protectedRoutesSuite('local folder', () => openSiteWithFiles())
protectedRoutesSuite('nginx in front', () => openSiteWithFiles({ X_ACCEL_PREFIX: '/stored' }))
