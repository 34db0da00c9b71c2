import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { freePort } from '../../server/testing/free-port.ts'
import { useShortClip, useShortSample } from '../../server/testing/media/short-sample.ts'
import { openProvider } from '../../server/testing/services/openid-provider.ts'
import { setup as buildProduct } from './global-build.ts'
import { startProcess } from './product-process.ts'
import { productsAtOnce } from './products-at-once.ts'

export interface RunningProduct {
  url: string
  dataDir: string
  adminPassword: string
}

/** Builds the product once and starts it for each file that runs at a time, on a temporary folder, with an OpenID provider beside it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildProduct()
  const starts = await Promise.allSettled(Array.from({ length: productsAtOnce }, startOne))
  const started = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const failed = starts.find((start) => start.status === 'rejected')
  if (failed) {
    await Promise.all(started.map(({ stop }) => stop()))
    throw failed.reason
  }
  project.provide(
    'products',
    started.map(({ product }) => product),
  )
  return async () => void (await Promise.all(started.map(({ stop }) => stop())))
}

async function startOne(): Promise<{ product: RunningProduct; stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-e2e-'))
  // Of the usual length, for the tests of the player, but drawn once for all products.
  await useShortSample(dataDir, 10)
  // The pictures of the docs show the real one.
  if (!process.env['PICTURES']) await useShortClip(dataDir, 'Ocean_sunset', 10)
  const port = await freePort()
  const provider = await openProvider(`http://localhost:${port}/auth/callback`)
  const adminPassword = 'Correct-Horse-1'
  const product = await startProcess({
    PORT: String(port),
    DATA_DIR: dataDir,
    ADMIN_PASSWORD: adminPassword,
    ALLOW_PRIVATE_SOURCES: 'true',
    ...provider.environment,
  })
  return {
    product: { url: product.url, dataDir, adminPassword },
    async stop() {
      await product.stop()
      await provider.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    products: RunningProduct[]
  }
}
