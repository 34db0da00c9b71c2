import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSite } from '../../../testing/site.ts'
import { protectedRoutesSuite } from './protected-routes.suite.ts'

protectedRoutesSuite('local folder', async () => {
  const site = await openSite({ ROLE: 'api' })
  return {
    site,
    put: async (key, content) => {
      const path = join(site.product.dataDir, 'storage/objects', key)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, content)
    },
  }
})
