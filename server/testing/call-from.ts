import { request } from 'node:http'
import type { TestProduct } from './product.ts'

/** One call from another address of this machine, such as 127.0.0.2, which rate limits count separately. */
export function callFrom(
  product: TestProduct,
  localAddress: string,
  key: string,
  body: object,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const [method = '', path = ''] = key.split(' ')
  const { port } = new URL(product.url)
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    const sent = request({ host: '127.0.0.1', port, method, path: `/prod/api${path}`, localAddress, headers }, async (response) => {
      let text = ''
      for await (const chunk of response.setEncoding('utf8')) text += chunk
      resolve({ status: response.statusCode ?? 0, body: JSON.parse(text) })
    })
    sent.on('error', reject)
    sent.end(JSON.stringify(body))
  })
}
