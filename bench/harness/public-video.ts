import { setTimeout as pause } from 'node:timers/promises'
import { ask, signIn } from '../../e2e/harness/api-calls.ts'
import type { ProductProcess } from '../../e2e/harness/product-process.ts'

/** Makes a public video of the sample, by the first admin, and waits until all of it is there. */
export async function publicVideo(product: ProductProcess, formats = ['720p', '480p']): Promise<string> {
  const token = await signIn(product)
  const body = { inputSource: 'local-sample.mp4', outputFormats: formats, title: 'Harbour at dawn', visibility: 'public' }
  const { job } = (await ask(product, 'POST /jobs', token, body)) as { job: { id: string } }
  for (;;) {
    const { job: now } = (await ask(product, `GET /jobs/${job.id}`, token)) as { job: { status: string; error_text: string | null } }
    if (now.status === 'COMPLETED') return job.id
    if (now.status === 'FAILED') throw new Error(`the job failed: ${now.error_text ?? ''}`)
    await pause(500)
  }
}
