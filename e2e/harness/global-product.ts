import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openProvider } from '../../server/testing/openid-provider.ts'
import { setup as buildProduct } from './global-build.ts'
import { freePort, startProcess } from './product-process.ts'

/** Builds the product once and starts it on a temporary folder, with an OpenID provider beside it, for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildProduct()
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-e2e-'))
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const provider = await openProvider(`${origin}/auth/callback`)
  const product = await startProcess({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: 'Correct-Horse-1',
    ALLOW_PRIVATE_SOURCES: 'true',
    ...provider.environment,
  })
  project.provide('product', { url: product.url, dataDir, adminPassword: 'Correct-Horse-1' })
  return async () => {
    await product.stop()
    await provider.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    product: { url: string; dataDir: string; adminPassword: string }
  }
}
