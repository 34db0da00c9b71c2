import { randomUUID } from 'node:crypto'
import { endpointList } from '@video-forge/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../../../testing/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.stop())

/** Bodies that are good, for the calls that look at theirs before they look for the thing. */
const bodies: Record<string, unknown> = {
  'PATCH /gallery/videos/{id}': { title: 'New' },
  'POST /gallery/videos/{id}/links': {},
  'PUT /admin/users/{id}/quota': { quotaBytes: null, quotaJobs: null },
}

test('an id that cannot be one is not there, in the same words as one that is not', async () => {
  const withIds = endpointList.filter(([key]) => key.includes('{id}'))
  expect(withIds.length).toBeGreaterThan(20)
  for (const [key] of withIds) {
    const at = (id: string) => site.asAdmin(key.replaceAll(/\{\w+\}/g, id), bodies[key])
    const [unknown, impossible] = [await at(randomUUID()), await at('not-a-uuid')]
    expect([key, impossible.status, impossible.body.message]).toEqual([key, 404, unknown.body.message])
    expect([key, unknown.status]).toEqual([key, 404])
  }
})

test('the sentence for a video is that of its page', async () => {
  for (const path of ['', '/stream']) {
    const { body } = await site.product.call(`GET /gallery/videos/not-a-uuid${path}`)
    expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'Video not found', error: 'Video not found' })
  }
})

test('a missing field is told in its own sentence and in the details', async () => {
  const { status, body } = await site.product.call('POST /auth/login', { body: { username: 'ada' } })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'All fields are required',
    details: [{ field: 'password', message: 'All fields are required' }],
  })
})
