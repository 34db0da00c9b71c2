import { limits } from '@video-forge/contract/rules/limits'
import { isUploadKey, uploadTypes } from '@video-forge/contract/rules/upload-rules'
import { describe, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../testing/media/clips.ts'
import { newUser } from '../../testing/people.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { newId } from '../platform/database/new-id.ts'
import { attachment } from '../platform/storage/attachment.ts'
import { assertKey } from '../platform/storage/storage.ts'
import { idInKey, keyOfUpload } from './upload-key.ts'

/** Elements of names: letters of many scripts, and characters with a meaning in file systems, headers or databases. */
const fragments = [
  ...[
    '_',
    '-',
    '.',
    '..',
    ' ',
    '~',
    '#',
    '%',
    '%00',
    '%2e',
    '+',
    '&',
    "'",
    '"',
    '`',
    ';',
    ':',
    '|',
    '?',
    '*',
    '<',
    '>',
    '(',
    '$HOME',
    '\\',
  ],
  ...['/', '../', 'CON', 'nul', 'COM1', 'LPT9', '.git', 'MG_1', 'IMG_0001', 'DSC', '2024', '12.05.24', 'a'.repeat(90), 'ß', 'İ', 'ﬃ'],
  ...[
    'é',
    'e\u0301',
    '\u0301',
    'z\u0351\u034b\u035d',
    '日本語',
    'שלום',
    'مرحبا',
    '\u202egpj',
    '\u200f',
    '\u200d',
    '\ufeff',
    '👩‍👩‍👧‍👦',
    '🎬',
    '𝒳',
  ],
  ...['\ud83c', '\udfac', '\ufffd', '\ufffe', '\u0000', '\u0001', '\n', '\r\n', '\t', '\u001b[31m', '\u007f', '\u0085', '\u2028', '\u00a0'],
]
const endings = ['.mp4', '.MOV', '.avi', '.mkv', '.webm', '.m4v', '.qt', '', '.', '.mp4.', '.mp4 ', '.2024', '.exe', '.mp4_', '.МР4']

/** The same names in every run. */
function randomFrom(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return Math.floor((state / 0x80000000) * below)
  }
}

function namesOf(count: number, seed: number): string[] {
  const random = randomFrom(seed)
  const fragment = () => fragments[random(fragments.length)] ?? ''
  return Array.from({ length: count }, () => {
    const stem = Array.from({ length: 1 + random(4) }, fragment).join('')
    return stem + (endings[random(endings.length)] ?? '')
  })
}

const wellKnown = ['_MG_1.mov', '_.mp4', '-.mp4', '.mp4', '..mp4', '._IMG_2.MOV', '__.mov', '..', 'CON.mp4', 'nul', '—.mp4', '日本.mp4']

// An expectation for each of the thousands of names takes longer than all that is checked, so those that fail are collected.
describe('every name', () => {
  const isValid = (key: string) => {
    try {
      assertKey(key)
      return true
    } catch {
      return false
    }
  }

  test.each(uploadTypes)('has a valid storage key, as %s', (type) => {
    const refused = [...wellKnown, ...fragments, ...namesOf(5000, 7)].filter((name) => {
      const id = newId()
      const key = keyOfUpload(id, name, type)
      return !isValid(key) || !isUploadKey(key) || idInKey(key) !== id
    })
    expect(refused).toEqual([])
  })

  test('is valid in a Content-Disposition header', () => {
    const header = /^attachment; filename="[\x20-\x21\x23-\x7e]*"; filename\*=UTF-8''[\x21-\x7e]*$/
    const refused = [...wellKnown, ...fragments, ...namesOf(5000, 11)].filter((name) => !header.test(attachment(name)))
    expect(refused).toEqual([])
  })
})

const { product, mailbox } = await startProductWithMail({ ALLOW_PRIVATE_SOURCES: 'true' })
const owner = await newUser(product, mailbox)
const clip = await clipFile('small.mp4', smallClip)

describe('over HTTP', () => {
  const call = (key: string, body?: unknown) => product.call(key, { token: owner.tokens.idToken, ...(body !== undefined && { body }) })
  const ask = (filename: string) => call('POST /upload/generate-url', { filename, contentType: 'video/mp4', size: clip.length })

  test('a name is accepted or rejected with a sentence', async () => {
    const names = [...wellKnown, ...fragments, 'x'.repeat(256), 'é'.repeat(200), '🎬'.repeat(130), ...namesOf(150, 3)]
    const outcomes = new Set<number>()
    const check = async (name: string) => {
      const { status, body } = await ask(name)
      outcomes.add(status)
      expect([200, 400, 415], `${JSON.stringify(name)}: ${JSON.stringify(body)}`).toContain(status)
      if (status !== 200) expect(body.message).toMatch(/^[A-Z].+\w/)
      else await call(`DELETE /upload/${idInKey(String(body['s3Key']))}`)
    }
    // A few at a time: each call waits for the database.
    for (let from = 0; from < names.length; from += 4) await Promise.all(names.slice(from, from + 4).map(check))
    expect(outcomes).toEqual(new Set([200, 400, 415]))
  })

  test.each([
    '_MG_1.mov',
    '_.mp4',
    '-',
    '..',
    'CON.mp4',
    'Trip 12.05.24',
    '\u202e4pm.שלום',
    'e\u0301🎬\n\ud83c.MP4',
    `${'🎬'.repeat(60)}.mp4`,
  ])('%j is uploaded, processed and shown unchanged', async (name) => {
    const { status, body } = await ask(name)
    expect(status, JSON.stringify(body)).toBe(200)
    const { uploadUrl, s3Key } = body as Record<string, string>
    const sent = await fetch(String(uploadUrl), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
    expect(sent.status).toBe(200)
    const shown = name.normalize().replaceAll(/\p{Surrogate}/gu, '\ufffd')
    const confirmed = await call('POST /upload/confirm', { s3Key })
    expect([confirmed.status, confirmed.body['video']]).toMatchObject([201, { title: shown.slice(0, limits.titleMaxLength) }])
    const made = await call('POST /jobs', { inputSource: s3Key, outputFormats: ['480p'] })
    expect([made.status, made.body['job']]).toMatchObject([201, { source_name: shown }])
  })

  test('a download is named after the title, whatever is in it', async () => {
    const jobs = (await call('GET /jobs?limit=20')).body['jobs'] as { id: string; title: string }[]
    const { id, title } = jobs.find(({ title }) => title.includes('\n')) ?? { id: '', title: '' }
    await vi.waitFor(async () => expect((await call(`GET /jobs/${id}`)).body['job']).toMatchObject({ status: 'COMPLETED' }), {
      timeout: 60_000,
      interval: 200,
    })
    const assets = (await call(`GET /jobs/${id}/assets`)).body['assets'] as { id: string; asset_type: string }[]
    const thumbnail = assets.find(({ asset_type }) => asset_type === 'THUMBNAIL')?.id
    const { downloadUrl } = (await call(`GET /jobs/${id}/assets/${thumbnail}/download`)).body
    const { status, headers } = await fetch(String(downloadUrl))
    const exact = decodeURIComponent(/filename\*=UTF-8''(.+)$/.exec(headers.get('content-disposition') ?? '')?.[1] ?? '')
    expect([status, exact]).toEqual([200, expect.stringContaining(title.split('\n')[0] ?? '?')])
    expect(exact).not.toMatch(/\p{Cc}/u)
  })

  test.each([
    ['a%00b%0Ac.mp4', 'a b c'],
    ['_MG_1.mov', 'MG 1'],
    ['%F0%9F%8E%AC'.repeat(60), '🎬'.repeat(50)],
    ['%ED%A0%BC', '%ED%A0%BC'],
    ['..%2F..%2Fetc', '../../etc'],
  ])('a source called %s is a job called %j', async (name, title) => {
    const { status, body } = await call('POST /jobs', { inputSource: `http://127.0.0.1:9/${name}`, outputFormats: ['480p'] })
    expect([status, body['job']], JSON.stringify(body)).toMatchObject([201, { title }])
  })

  test('rejects what only looks like the key of an upload', async () => {
    for (const id of ['-'.repeat(36), 'a'.repeat(36), `${newId().slice(0, -1)}-`]) {
      const s3Key = `uploads/${id}/a.mp4`
      expect((await call('POST /upload/confirm', { s3Key })).status).toBe(400)
      expect((await call('POST /metadata/extract', { s3Key })).status).toBe(400)
      expect((await call('POST /jobs/plan', { inputSource: s3Key, outputFormats: ['480p'] })).status).toBe(400)
      expect((await call('POST /jobs', { inputSource: s3Key, outputFormats: ['480p'] })).status).toBe(400)
    }
  })
})
