import { describe, expect, test } from 'vitest'
import { firefox, newAddress, openPlaySite, report } from '../../testing/play-site.ts'
import { newId } from '../platform/database/new-id.ts'

const { sql, addVideo, send, statisticsOf } = await openPlaySite()

describe('forged reports', () => {
  test('bad input is refused with a reason', async () => {
    const id = await addVideo()
    const refused = async (part: object) => (await send(id, { ...report(), ...part })).status
    expect(await refused({ session: 'x' })).toBe(400)
    expect(await refused({ ranges: [[5, 1]] })).toBe(400)
    expect(await refused({ ranges: [[-1, 1]] })).toBe(400)
    expect(await refused({ ranges: Array.from({ length: 51 }, () => [0, 1]) })).toBe(400)
    expect(await refused({ stalls: -1 })).toBe(400)
    expect(await refused({ startup: 'soon' })).toBe(400)
    expect((await send(id, JSON.stringify({ ...report(), more: 'x'.repeat(5000) }))).status).toBe(413)
    expect(await statisticsOf(id)).toMatchObject({ plays: 0 })
  })

  test('nobody watches more than the time that has passed allows, nor beyond the end', async () => {
    const id = await addVideo({ duration: 3600 })
    const [session, address] = [newId(), newAddress()]
    await send(id, report({ session, ranges: [[0, 3600]] }), { address })
    await send(id, report({ session, ranges: [[0, 3600]], startup: null }), { address })
    expect((await statisticsOf(id)).watchSeconds).toBeLessThan(600)
    const short = await addVideo({ duration: 20 })
    await send(short, report({ ranges: [[15, 300]] }))
    expect((await statisticsOf(short)).watchSeconds).toBe(5)
  })

  test('one address with invented browsers gets no more views than its limit', async () => {
    const id = await addVideo()
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 260 }, (_, index) => send(id, report(), { address, userAgent: `${firefox} ${index}` })),
    )
    expect(answers.every(({ status }) => status === 204)).toBe(true)
    expect((await statisticsOf(id)).views).toBe(200)
  })

  test('one person cannot open any number of sessions', async () => {
    const id = await addVideo()
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 80 }, () => send(id, report(), { address })))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(60)
    expect(answers.find(({ status }) => status === 429)?.headers.get('retry-after')).toBeTruthy()
    expect(await statisticsOf(id)).toMatchObject({ views: 1, plays: 60 })
  })

  test('a session that reports far too often has to wait', async () => {
    const id = await addVideo()
    const [session, address] = [newId(), newAddress()]
    const statuses: number[] = []
    while (statuses.at(-1) !== 429) statuses.push((await send(id, report({ session, ranges: [] }), { address })).status)
    expect(statuses.length).toBeGreaterThan(20)
  })

  test('an address that asks for unknown videos has to wait', async () => {
    const address = newAddress()
    const statuses = new Set<number>()
    while (!statuses.has(429)) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => send(newId(), report(), { address })))
      for (const { status } of answers) statuses.add(status)
    }
    expect([...statuses].sort()).toEqual([404, 429])
  })

  test('a hundred different hosts are fifty and the rest', async () => {
    const id = await addVideo()
    for (let from = 0; from < 60; from += 20) {
      await Promise.all(Array.from({ length: 20 }, (_, index) => send(id, report({ referrer: `host${from + index}.example` }))))
    }
    await statisticsOf(id)
    const { rows } = await sql.query('select host, views::int from play_hosts where subject = $1 order by host', [id])
    expect(rows).toHaveLength(51)
    expect(rows[0]).toEqual({ host: '(other)', views: 10 })
  })
})
