import type { Logger } from 'pino'
import { afterAll } from 'vitest'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { startProduct, type TestProduct } from './product.ts'

/** A running product whose mails can be read; both are stopped after the tests of the calling file. */
export async function startProductWithMail(
  environment: Record<string, string> = {},
  log?: Logger,
): Promise<{ product: TestProduct; mailbox: Mailbox }> {
  const mailbox = await openMailbox()
  const product = await startProduct({ SMTP_URL: mailbox.url, ...environment }, log)
  afterAll(async () => {
    await product.stop()
    await mailbox.close()
  })
  return { product, mailbox }
}
