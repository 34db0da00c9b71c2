import { onTestFinished, vi } from 'vitest'
import { createBulkWork } from '../src/bulk-work.ts'
import { createTaskRunner } from '../src/platform/tasks/task-runner.ts'
import { newUser, type Session } from './people.ts'
import type { Answer } from './product.ts'
import { databaseAt } from './services/database-at.ts'
import { silentLog } from './silent-log.ts'
import { openSite, type Site } from './site.ts'
import { insertVideo } from './video-rows.ts'

/** What a task has done with each video. */
export type Report = [source: string, status: string, reason: string | null][]

type Call = (key: string) => Promise<Answer>

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

  const reportOf = async (id: string, as: Call): Promise<Report> => {
    const { body } = await as(`GET /tasks/${id}/items`)
    return (body['items'] as { source: string; status: string; reason: string | null }[]).map((item) => [
      item.source,
      item.status,
      item.reason,
    ])
  }
  /** Runs what waits, until this task has ended. */
  const finishAs = async (id: string, as: Call): Promise<Report> => {
    const runner = startRunner()
    onTestFinished(() => runner.stop())
    await runner.task.run()
    await vi.waitFor(async () => {
      const { status } = (await as(`GET /tasks/${id}`)).body['task'] as { status: string }
      if (status !== 'completed') throw new Error(status)
    }, 20_000)
    return reportOf(id, as)
  }

  const finish = (id: string, who: Session) => finishAs(id, (key) => call(key, who))
  /** The id of the task that the request has started. */
  const started = async (body: unknown, who: Session = owner): Promise<string> => {
    const answer = await call('POST /videos/bulk', who, body)
    if (answer.status !== 202) throw new Error(`${answer.status} ${answer.body.message}`)
    return (answer.body['task'] as { id: string }).id
  }

  return {
    site,
    db,
    owner,
    stranger,
    call,
    report: (id: string, who: Session) => reportOf(id, (key) => call(key, who)),
    finish,
    finishAs,
    /** A request of an admin, and what was done. */
    async asAdmin(request: unknown): Promise<Report> {
      const { status, body } = await site.asAdmin('POST /videos/bulk', request)
      if (status !== 202) throw new Error(`${status} ${body.message}`)
      return finishAs((body['task'] as { id: string }).id, site.asAdmin)
    },
    startRunner,
    ask: (body: unknown, who: Session = owner) => call('POST /videos/bulk', who, body),
    started,
    run: async (body: unknown, who: Session = owner): Promise<Report> => finish(await started(body, who), who),
    add: (title: string, values: Parameters<typeof insertVideo>[2] = {}, who: Session = owner) =>
      insertVideo(site.sql, who.user.id, { title, ...values }),
    /** A column of all videos, with their titles. */
    async column(name: string): Promise<unknown[][]> {
      const { rows } = await site.sql.query(`select title, ${name} as value from videos order by title`)
      return rows.map(({ title, value }) => [title, value])
    },
    clear: () => site.sql.query(`delete from tasks; delete from videos; delete from trashed_videos; delete from playlists`),
    async stop() {
      await close()
      await site.stop()
    },
  }
}
