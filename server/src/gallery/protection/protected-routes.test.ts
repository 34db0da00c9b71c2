import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSite } from '../../../testing/site.ts'
import { type ProtectedSite, protectedRoutesSuite } from './protected-routes.suite.ts'

async function openLocalSite(environment: Record<string, string>): Promise<ProtectedSite> {
  const site = await openSite({ ROLE: 'api', ...environment })
  const put = async (key: string, content: string) => {
    const path = join(site.product.dataDir, 'storage/objects', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { site, put }
}

protectedRoutesSuite('local folder', () => openLocalSite({}))
protectedRoutesSuite('nginx in front', () => openLocalSite({ X_ACCEL_PREFIX: '/stored' }))
