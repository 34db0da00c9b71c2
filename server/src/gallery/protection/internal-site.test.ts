import { openSiteWithFiles } from '../../../testing/local-files.ts'
import { internalSiteSuite } from './internal-site.suite.ts'

internalSiteSuite('local folder', openSiteWithFiles)
internalSiteSuite('nginx in front', (environment) => openSiteWithFiles({ X_ACCEL_PREFIX: '/stored', ...environment }))
