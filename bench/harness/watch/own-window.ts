import type { Browser, Page } from 'playwright-core'
import { adminPassword, ask } from '../../../e2e/harness/api-calls.ts'
import type { ProductProcess } from '../../../e2e/harness/product-process.ts'

/** The window of the owner, signed in, with the application loaded. */
export async function openOwnWindow(browser: Browser, product: Pick<ProductProcess, 'url'>): Promise<Page> {
  const { result } = (await ask(product, 'POST /auth/login', '', { username: 'admin', password: adminPassword })) as {
    result: { tokens: Record<'idToken' | 'accessToken' | 'refreshToken', string>; user: object }
  }
  const { tokens, user } = result
  const page = await (await browser.newContext({ baseURL: product.url, viewport: { width: 1440, height: 900 } })).newPage()
  await page.addInitScript(
    (entries) => {
      if (localStorage.getItem('video_forge_token')) return
      for (const [name, value] of entries) localStorage.setItem(`video_forge_${name}`, value)
    },
    [
      ...[['token', tokens.idToken] as const, ['access_token', tokens.accessToken] as const],
      ...[['refresh_token', tokens.refreshToken] as const, ['user', JSON.stringify(user)] as const],
    ],
  )
  await page.goto('/gallery', { waitUntil: 'networkidle' })
  return page
}
