import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openSite, type Site } from './site.ts'

/** A site that stores files in a folder, and a function that stores one. */
export interface SiteWithFiles {
  site: Site
  put: (key: string, content: string) => Promise<void>
}

export async function openSiteWithFiles(environment: Record<string, string> = {}): Promise<SiteWithFiles> {
  const site = await openSite({ ROLE: 'api', ...environment })
  const put = async (key: string, content: string) => {
    const path = join(site.product.dataDir, 'storage/objects', key)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  return { site, put }
}
