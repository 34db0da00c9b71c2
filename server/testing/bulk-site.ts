import { onTestFinished, vi } from 'vitest'
import { createBulkWork } from '../src/bulk-work.ts'
import { createTaskRunner } from '../src/platform/tasks/task-runner.ts'
import { newUser, type Session } from './people.ts'
import { databaseAt } from './services/database-at.ts'
import { silentLog } from './silent-log.ts'
import { openSite, type Site } from './site.ts'

/** What a task has done with each video. */
export type Report = [source: string, status: string, reason: string | null][]

/** A site without a worker: tests run the tasks themselves, at once or not at all. */
export async function openBulkSite() {
  const site: Site = await openSite({ ROLE: 'api' })
  const { db, close } = await databaseAt(site.product.databaseUrl)
  const owner = await newUser(site.product, site.mailbox)
  const stranger = await newUser(site.product, site.mailbox)
  const kind = createBulkWork({
    db,
    queue: { remove: async () => {} },
    shareOriginal: async () => {},
    mode: 'auto',
    siteLanguage: 'en',
    hasOwnModel: true,
  })
  const startRunner = () => createTaskRunner({ db, kinds: [kind], log: silentLog, renewMs: 20, retryAfterMs: [1, 1] })
  const call = (key: string, who: Session, body?: unknown) =>
    site.product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })

  const report = async (id: string, who: Session): Promise<Report> => {
    const { body } = await call(`GET /tasks/${id}/items`, who)
    return (body['items'] as { source: string; status: string; reason: string | null }[]).map((item) => [
      item.source,
      item.status,
      item.reason,
    ])
  }
  /** Runs what waits, until this task has ended. */
  const finish = async (id: string, who: Session): Promise<Report> => {
    const runner = startRunner()
    onTestFinished(() => runner.stop())
    await runner.task.run()
    await vi.waitFor(async () => {
      const { status } = (await call(`GET /tasks/${id}`, who)).body['task'] as { status: string }
      if (status !== 'completed') throw new Error(status)
    }, 20_000)
    return report(id, who)
  }

  return {
    site,
    db,
    owner,
    stranger,
    call,
    report,
    finish,
    startRunner,
    ask: (body: unknown, who: Session = owner) => call('POST /videos/bulk', who, body),
    /** The id of the task that the request has started. */
    async started(body: unknown, who: Session = owner): Promise<string> {
      const answer = await call('POST /videos/bulk', who, body)
      if (answer.status !== 202) throw new Error(`${answer.status} ${answer.body.message}`)
      return (answer.body['task'] as { id: string }).id
    },
    async stop() {
      await close()
      await site.stop()
    },
  }
}
