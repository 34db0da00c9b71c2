import type { Statistics } from '@video-forge/contract/plays'
import { describe, expect, test } from 'vitest'
import { newUser, type Session } from '../../testing/people.ts'
import { iphone, newAddress, openPlaySite, report } from '../../testing/play-site.ts'
import { startProduct } from '../../testing/product.ts'
import { newId } from '../platform/database/new-id.ts'

const { product, mailbox, sql, owner, stranger, admin, read, addVideo, send, statisticsOf, detailsOf } = await openPlaySite()

describe('what counts as a view', () => {
  test('thirty seconds, or half of a shorter video', async () => {
    const [long, short] = [await addVideo({ duration: 600 }), await addVideo({ duration: 20 })]
    expect((await send(long, report({ ranges: [[0, 29]] }))).status).toBe(204)
    await send(short, report({ ranges: [[5, 14]] }))
    expect(await statisticsOf(long)).toMatchObject({ views: 0, plays: 1, watchSeconds: 29 })
    expect(await statisticsOf(short)).toMatchObject({ views: 0, plays: 1, watchSeconds: 9 })
    await send(long, report({ ranges: [[100, 130]] }))
    await send(short, report({ ranges: [[5, 15]] }))
    expect((await statisticsOf(long)).views).toBe(1)
    expect((await statisticsOf(short)).views).toBe(1)
  })

  test('several reports of one session are one play and one view', async () => {
    const id = await addVideo()
    const [session, address] = [newId(), newAddress()]
    await send(id, report({ session, ranges: [[0, 10]] }), { address })
    await send(id, report({ session, ranges: [[10, 20]], startup: null, watched: 20 }), { address })
    await send(id, report({ session, ranges: [[20, 31]], startup: null, watched: 31 }), { address })
    expect(await statisticsOf(id)).toMatchObject({ views: 1, plays: 1, watchSeconds: 31 })
  })

  test('one person counts once in six hours, whatever the session, and again afterwards', async () => {
    const id = await addVideo()
    const address = newAddress()
    await send(id, report(), { address })
    // Stored in between, so that the database has to recognize the person.
    expect((await statisticsOf(id)).views).toBe(1)
    await send(id, report(), { address })
    expect(await statisticsOf(id)).toMatchObject({ views: 1, plays: 2 })
    await sql.query("update play_viewers set expires_at = expires_at - interval '6 hours 1 second'")
    await send(id, report(), { address })
    expect((await statisticsOf(id)).views).toBe(2)
  })

  test('another browser, another address and another video are other people', async () => {
    const [id, other] = [await addVideo(), await addVideo()]
    const address = newAddress()
    await send(id, report(), { address })
    await send(id, report(), { address, userAgent: iphone })
    await send(id, report())
    await send(other, report(), { address })
    expect([(await statisticsOf(id)).views, (await statisticsOf(other)).views]).toEqual([3, 1])
  })

  test('in IPv6 a whole /64 is one person', async () => {
    const id = await addVideo()
    await send(id, report(), { address: '2001:db8:7:1::1' })
    await send(id, report(), { address: '2001:db8:7:1:ffff::2' })
    await send(id, report(), { address: '2001:db8:7:2::1' })
    expect((await statisticsOf(id)).views).toBe(2)
  })

  test('the owner and robots are not counted, and get the same answer', async () => {
    const id = await addVideo()
    const robot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    expect((await send(id, report(), { who: owner })).status).toBe(204)
    expect((await send(id, report(), { userAgent: robot })).status).toBe(204)
    expect(await statisticsOf(id)).toMatchObject({ views: 0, plays: 0, watchSeconds: 0, viewersNow: 0 })
    await send(id, report(), { who: stranger })
    expect((await statisticsOf(id)).views).toBe(1)
  })
})

describe('who may report and read', () => {
  test('a private video does not exist for strangers, and counts for those with a link', async () => {
    const id = await addVideo({ visibility: 'private' })
    expect((await send(id, report())).status).toBe(404)
    expect((await send(id, report(), { who: stranger })).status).toBe(404)
    expect((await send(id, report(), { link: 'wrong' })).status).toBe(404)
    const { body } = await product.call(`POST /gallery/videos/${id}/links`, { token: owner.tokens.idToken, body: {} })
    const link = new URL((body['link'] as { url: string }).url).searchParams.get('link') ?? ''
    expect((await send(id, report(), { link })).status).toBe(204)
    expect((await statisticsOf(id)).views).toBe(1)
    await product.call(`DELETE /gallery/videos/${id}/links`, { token: owner.tokens.idToken })
    expect((await send(id, report(), { link })).status).toBe(404)
  })

  test('a video that was just made private is not found any more', async () => {
    const id = await addVideo()
    expect((await send(id, report())).status).toBe(204)
    await product.call(`PATCH /gallery/videos/${id}`, { token: owner.tokens.idToken, body: { visibility: 'private' } })
    expect((await send(id, report())).status).toBe(404)
  })

  test('an unknown video, and one without anything to play', async () => {
    expect((await send(newId(), report())).status).toBe(404)
    expect((await send('nonsense', report())).status).toBe(404)
    expect((await send(await addVideo({ status: 'processing' }), report())).status).toBe(404)
    expect((await send(await addVideo({ status: 'processing', visibility: 'private' }), report(), { who: owner })).status).toBe(409)
  })

  test('statistics are for the owner and admins', async () => {
    const [open, secret] = [await addVideo(), await addVideo({ visibility: 'private' })]
    const statusFor = async (id: string, who: Session) => (await read(`/gallery/videos/${id}/statistics`, who)).status
    expect([await statusFor(open, owner), await statusFor(open, admin), await statusFor(open, stranger)]).toEqual([200, 200, 403])
    expect([await statusFor(secret, owner), await statusFor(secret, admin), await statusFor(secret, stranger)]).toEqual([200, 200, 404])
    expect((await product.call(`GET /gallery/videos/${open}/statistics`)).status).toBe(401)
    expect((await read('/admin/statistics', stranger)).status).toBe(403)
    expect((await read('/admin/statistics', admin)).status).toBe(200)
    expect((await read('/account/statistics', owner, 'month')).status).toBe(400)
  })
})

describe('statistics', () => {
  test('retention, shares, start-up, stalls, hosts and devices', async () => {
    const id = await addVideo({ duration: 40 })
    await send(id, report({ ranges: [[0, 20]], startup: 0.2, stalls: 2, referrer: 'www.News.example:8080' }))
    await send(
      id,
      report({
        ranges: [
          [0, 20],
          [20, 30],
        ],
        startup: 0.9,
        referrer: '',
      }),
      { userAgent: iphone },
    )
    const found = await statisticsOf(id)
    expect(found).toMatchObject({ views: 2, plays: 2, watchSeconds: 50, stalls: 2, viewersNow: 2, step: 'day' })
    expect([found.retention?.[0], found.retention?.[49], found.retention?.[50], found.retention?.[74], found.retention?.[75]]).toEqual([
      1, 1, 0.5, 0.5, 0,
    ])
    expect(found.averageShare).toBeCloseTo(0.625)
    expect(found.startup).toBeCloseTo(0.25)
    expect(found.referrers).toEqual([
      { host: '', views: 1, share: 0.5 },
      { host: 'news.example', views: 1, share: 0.5 },
    ])
    expect(found.devices).toEqual([
      { device: 'desktop', views: 1, share: 0.5 },
      { device: 'phone', views: 1, share: 0.5 },
    ])
    expect(found.byDay).toHaveLength(28)
    expect(found.byDay.at(-1)).toEqual({ day: new Date().toISOString().slice(0, 10), views: 2, plays: 2, watchSeconds: 50 })
  })

  test('periods sum the days within them, and all of them by month', async () => {
    const id = await addVideo()
    await sql.query(
      `insert into play_days (subject, day, views, plays) select $1, (now() at time zone 'utc')::date - ago, 1, 1 from unnest($2::int[]) as ago`,
      [id, [0, 6, 7, 27, 28, 89, 90]],
    )
    await sql.query(`insert into play_days (subject, day, is_month, views, plays) values ($1, '2024-05-01', true, 10, 10)`, [id])
    const viewsIn = async (period: string) => (await statisticsOf(id, period)).views
    expect([await viewsIn('7'), await viewsIn('28'), await viewsIn('90'), await viewsIn('all')]).toEqual([2, 4, 6, 17])
    const all = await statisticsOf(id, 'all')
    expect(all.step).toBe('month')
    expect(all.byDay[0]).toMatchObject({ day: '2024-05-01', views: 10 })
    expect(all.byDay.reduce((sum, { views }) => sum + views, 0)).toBe(17)
  })

  test('of all own videos, and of the site', async () => {
    const person = await newUser(product, mailbox)
    const [one, two] = [await addVideo({ userId: person.user.id }), await addVideo({ userId: person.user.id, visibility: 'private' })]
    const before = (await read('/admin/statistics', admin)).body as unknown as Statistics
    await send(one, report())
    await send(one, report())
    await send(two, report(), { who: admin })
    const own = (await read('/account/statistics', person)).body as unknown as Statistics
    expect(own).toMatchObject({ views: 3, plays: 3, watchSeconds: 90, retention: null, viewersNow: 3 })
    expect(own.videos.map(({ id, views }) => [id, views])).toEqual([
      [one, 2],
      [two, 1],
    ])
    const after = (await read('/admin/statistics', admin)).body as unknown as Statistics
    expect([after.views - before.views, after.watchSeconds - before.watchSeconds]).toEqual([3, 90])
  })

  test('a deleted video takes its statistics along', async () => {
    const id = await addVideo()
    await send(id, report())
    await statisticsOf(id)
    expect((await product.call(`DELETE /gallery/videos/${id}`, { token: owner.tokens.idToken })).status).toBe(200)
    const { rows } = await sql.query('select 1 from play_days where subject = $1 union all select 1 from play_hosts where subject = $1', [
      id,
    ])
    expect(rows).toEqual([])
  })
})

describe('what pages show', () => {
  test('the number of views, unless the owner hides it', async () => {
    const id = await addVideo()
    await send(id, report())
    await statisticsOf(id)
    expect(await detailsOf(id)).toMatchObject({ views: 1, heat: null, showViews: true, showHeat: false })
    const { body } = await product.call(`PATCH /gallery/videos/${id}`, { token: owner.tokens.idToken, body: { showViews: false } })
    expect(body['video']).toMatchObject({ views: null, showViews: false })
    const { body: list } = await product.call('GET /gallery/videos')
    expect((list['videos'] as { id: string; views: number | null }[]).find((video) => video.id === id)?.views).toBeNull()
  })

  test('the heat, when the owner shows it and there are enough plays', async () => {
    const id = await addVideo()
    await product.call(`PATCH /gallery/videos/${id}`, { token: owner.tokens.idToken, body: { showHeat: true } })
    for (let play = 0; play < 19; play += 1) await send(id, report({ ranges: [[0, play < 10 ? 30 : 20]] }))
    await statisticsOf(id)
    expect((await detailsOf(id)).heat).toBeNull()
    await send(id, report({ ranges: [[0, 30]] }))
    await statisticsOf(id)
    const { heat } = await detailsOf(id)
    expect([heat?.length, heat?.[0], heat?.[25], heat?.[50]]).toEqual([100, 1, 0.55, 0])
  })
})

describe('processes and restarts', () => {
  test('two processes count one person once, and a view whose seconds are spread over both', async () => {
    const second = await startProduct({ DATABASE_URL: product.databaseUrl, TRUSTED_PROXIES: 'loopback' })
    const [id, spread] = [await addVideo(), await addVideo({ duration: 600 })]
    const address = newAddress()
    await Promise.all([send(id, report(), { address }), send(id, report(), { address, to: second })])
    const session = newId()
    await send(spread, report({ session, ranges: [[0, 20]], watched: 20 }), { address })
    await send(spread, report({ session, ranges: [[20, 32]], startup: null, watched: 32 }), { address, to: second })
    await second.stop()
    expect(await statisticsOf(id)).toMatchObject({ views: 1, plays: 2 })
    expect(await statisticsOf(spread)).toMatchObject({ views: 1, plays: 1, watchSeconds: 32 })
  })

  test('a process that is stopped stores what it has counted', async () => {
    const second = await startProduct({ DATABASE_URL: product.databaseUrl, TRUSTED_PROXIES: 'loopback' })
    const id = await addVideo()
    await send(id, report(), { to: second })
    await second.stop()
    expect((await statisticsOf(id)).views).toBe(1)
  })
})

test('no address, user agent or session is stored', async () => {
  const id = await addVideo()
  const address = newAddress()
  const session = newId()
  await send(id, report({ session }), { address })
  await statisticsOf(id)
  const { rows: tables } = await sql.query<{ name: string }>(`select tablename as name from pg_tables where tablename like 'play\\_%'`)
  for (const { name } of tables) {
    const { rows } = await sql.query<{ text: string }>(`select row_to_json(one)::text as text from ${name} as one`)
    for (const { text } of rows) for (const secret of [address, 'Firefox', session]) expect(text).not.toContain(secret)
  }
})
