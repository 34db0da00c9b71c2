import { randomUUID } from 'node:crypto'
import { endpointList } from '@video-forge/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, type Site } from '../../../testing/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.stop())

/** Valid bodies, for endpoints that validate them before they look up the id. */
const bodies: Record<string, unknown> = {
  'PATCH /gallery/videos/{id}': { title: 'New' },
  'POST /gallery/videos/{id}/links': {},
  'POST /gallery/videos/{id}/unlock': { password: 'a password' },
  'POST /gallery/videos/{id}/plays': { session: 'a-session', ranges: [], startup: null, stalls: 0 },
  'POST /gallery/videos/{id}/thumbnail': { time: 0 },
  'POST /gallery/videos/{id}/replace': { s3Key: `uploads/${randomUUID()}/source.mp4` },
  'POST /gallery/videos/{id}/captions': { language: 'en', content: 'WEBVTT' },
  'POST /gallery/videos/{id}/captions/automatic': {},
  'PATCH /gallery/videos/{id}/captions/{captionId}': { label: 'New' },
  'PUT /gallery/videos/{id}/captions/{captionId}': { content: 'WEBVTT' },
  'PATCH /playlists/{id}': { title: 'New' },
  'PUT /playlists/{id}/videos': { videos: [], version: 1 },
  'PATCH /account/webhooks/{id}': {},
  'PUT /admin/users/{id}/quota': { quotaBytes: null, quotaJobs: null },
}

test('an invalid id gets the same answer as an unknown one', async () => {
  const withIds = endpointList.filter(([key]) => key.includes('{id}'))
  expect(withIds.length).toBeGreaterThan(20)
  for (const [key] of withIds) {
    const at = (id: string) => site.asAdmin(key.replaceAll(/\{\w+\}/g, id), bodies[key])
    const [unknown, impossible] = [await at(randomUUID()), await at('not-a-uuid')]
    expect([key, impossible.status, impossible.body.message]).toEqual([key, 404, unknown.body.message])
    expect([key, unknown.status]).toEqual([key, 404])
  }
})

test('a missing video has the sentence of its page', async () => {
  for (const path of ['', '/stream']) {
    const { body } = await site.product.call(`GET /gallery/videos/not-a-uuid${path}`)
    expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'Video not found', error: 'Video not found' })
  }
})

test('a missing field is named in the sentence and in the details', async () => {
  const { status, body } = await site.product.call('POST /auth/login', { body: { username: 'ada' } })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    code: 'INVALID_INPUT',
    message: 'All fields are required',
    details: [{ field: 'password', message: 'All fields are required' }],
  })
})
