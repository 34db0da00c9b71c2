import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { compose } from '../src/compose.ts'
import { parseConfig } from '../src/config.ts'
import { createMigratedUrl } from './services/test-database.ts'
import { silentLog } from './silent-log.ts'

export interface Answer {
  status: number
  headers: Headers
  body: Record<string, unknown> & { message?: string; code?: string; error?: string }
}

export interface TestProduct {
  app: FastifyInstance
  url: string
  databaseUrl: string
  dataDir: string
  call(key: string, options?: { body?: unknown; token?: string; headers?: Record<string, string> }): Promise<Answer>
  stop(options?: { keepData?: boolean }): Promise<void>
}

export const adminLogin = { username: 'admin', password: 'Correct-Horse-1' }

/**
 * The whole product in this process, with its own database and folder, over real HTTP. WEB_FOLDER is that of the web application;
 * TICK_MS is for tests that wait for background work, which is looked for every five seconds otherwise.
 */
export async function startProduct(
  { WEB_FOLDER: webFolder = '/nonexistent', TICK_MS: tickMs, ...environment }: Record<string, string> = {},
  log: Logger = silentLog,
): Promise<TestProduct> {
  const folder = environment['DATA_DIR'] ?? (await mkdtemp(join(tmpdir(), 'vf-product-')))
  const databaseUrl = environment['DATABASE_URL'] ?? (await createMigratedUrl())
  const config = parseConfig(
    { PORT: '0', DATA_DIR: folder, DATABASE_URL: databaseUrl, ADMIN_PASSWORD: adminLogin.password, ...environment },
    folder,
  )
  const product = await compose(config, log, webFolder, tickMs === undefined ? undefined : Number(tickMs))
  const url = await product.app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app: product.app,
    url,
    databaseUrl,
    dataDir: folder,
    async call(key, { body, token, headers = {} } = {}) {
      const [method = '', path = ''] = key.split(' ')
      const sent = typeof body === 'string' ? body : JSON.stringify(body)
      const response = await fetch(`${url}/prod/api${path}`, {
        method,
        headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body: sent }),
      })
      const text = await response.text()
      return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : {} }
    },
    async stop({ keepData = false } = {}) {
      await product.stop()
      if (!keepData) await rm(folder, { recursive: true, force: true })
    },
  }
}
