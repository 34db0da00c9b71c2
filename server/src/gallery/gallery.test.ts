import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { VideoDetails } from '@video-forge/contract/gallery'
import type { Job } from '@video-forge/contract/jobs'
import { Client } from 'pg'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { clipFile, smallClip } from '../../testing/media/clips.ts'
import { newUser, type Session, signInAdmin } from '../../testing/people.ts'
import { startProductWithMail } from '../../testing/product-with-mail.ts'
import { newId } from '../platform/database/new-id.ts'

const { product, mailbox } = await startProductWithMail()
const owner = await newUser(product, mailbox)
const stranger = await newUser(product, mailbox)
const admin = await signInAdmin(product)
let open: string
let secret: string

beforeAll(async () => {
  const clip = await clipFile('small.mp4', smallClip)
  open = await makeVideo(clip, { visibility: 'public', title: 'A walk at the Ocean', description: 'Sand & <waves>' })
  secret = await makeVideo(clip, { visibility: 'private', title: 'Hidden mountain' })
})

type Who = Session | undefined
const call = (key: string, who: Who, body?: unknown) =>
  product.call(key, { ...(who && { token: who.tokens.idToken }), ...(body !== undefined && { body }) })

async function upload(clip: Buffer): Promise<string> {
  const { body } = await call('POST /upload/generate-url', owner, { filename: 'clip.mp4', contentType: 'video/mp4' })
  await fetch(String(body['uploadUrl']), { method: 'PUT', body: new Uint8Array(clip), headers: { 'Content-Type': 'video/mp4' } })
  return String(body['s3Key'])
}

async function makeVideo(clip: Buffer, details: object): Promise<string> {
  const inputSource = await upload(clip)
  const { body } = await call('POST /jobs', owner, { inputSource, outputFormats: ['480p'], ...details })
  const { id } = body['job'] as Job
  await vi.waitFor(async () => expect(((await call(`GET /jobs/${id}`, owner)).body['job'] as Job).status).toBe('COMPLETED'), {
    timeout: 60_000,
    interval: 100,
  })
  return id
}

const videoOf = async (id: string, who: Who, query = '') => {
  const { status, body } = await call(`GET /gallery/videos/${id}${query}`, who)
  return { status, video: body['video'] as VideoDetails }
}
const streamOf = async (id: string, who: Who, query = '') => {
  const { status, body } = await call(`GET /gallery/videos/${id}/stream${query}`, who)
  return {
    status,
    ...(body as { streamUrl: string; hlsUrl: string; stream: object; qualities: { quality: string }[]; expiresAt: string | null }),
  }
}
const titles = async (who: Who, query = '') =>
  ((await call(`GET /gallery/videos${query}`, who)).body['videos'] as { title: string }[]).map(({ title }) => title)

/** Everything there is of a video for a viewer. */
async function addressesOf(id: string, who: Who, query = ''): Promise<string[]> {
  const { video } = await videoOf(id, who, query)
  const { streamUrl, hlsUrl } = await streamOf(id, who, query)
  const base = hlsUrl.replace('/master.m3u8', '')
  const names = ['480p.mp4', '480p.m3u8', 'original', 'storyboard.jpg']
  return [
    String(video.thumbnailUrl),
    String(video.previewUrl),
    String(video.storyboardUrl),
    streamUrl,
    hlsUrl,
    ...names.map((n) => `${base}/${n}`),
  ]
}
const statuses = async (addresses: string[]) => [
  ...new Set(await Promise.all(addresses.map(async (address) => (await fetch(address)).status))),
]

describe('who sees what', () => {
  test('lists', async () => {
    const both = ['Hidden mountain', 'A walk at the Ocean']
    expect(await titles(undefined)).toEqual(['A walk at the Ocean'])
    expect(await titles(stranger)).toEqual(['A walk at the Ocean'])
    expect(await titles(owner)).toEqual(both)
    expect(await titles(admin)).toEqual(both)
    for (const who of [undefined, stranger, owner, admin]) {
      expect(await titles(who, '?visibility=public')).toEqual(['A walk at the Ocean'])
    }
  })

  test('everybody gets every file of a public video', async () => {
    for (const who of [undefined, stranger, owner, admin]) {
      expect((await videoOf(open, who)).status).toBe(200)
      expect(await statuses(await addressesOf(open, who))).toEqual([200])
    }
    expect((await videoOf(open, undefined)).video).toMatchObject({
      canEdit: false,
      hasJob: false,
      processing: false,
      resolution: '640x360',
    })
    expect((await videoOf(open, owner)).video).toMatchObject({ canEdit: true, hasJob: true })
  })

  test('a private video does not exist for visitors and other users, by any address', async () => {
    for (const who of [undefined, stranger]) {
      expect((await videoOf(secret, who)).status).toBe(404)
      expect((await streamOf(secret, who)).status).toBe(404)
    }
    expect((await call(`PATCH /gallery/videos/${secret}`, stranger, { title: 'Mine' })).status).toBe(404)
    expect((await call(`DELETE /gallery/videos/${secret}`, stranger)).status).toBe(404)
    expect((await call(`POST /gallery/videos/${secret}/links`, stranger, {})).status).toBe(404)
    const asOwner = await addressesOf(secret, owner)
    expect(await statuses(asOwner)).toEqual([200])
    const guessed = asOwner.map((address) => address.replace(/\/media\/([^/]+)\/[^/]+\//, '/media/$1/public/'))
    expect(await statuses(guessed)).toEqual([404])
    // A grant for one video opens no other, and a changed one opens nothing.
    const foreign = asOwner.map((address) => address.replace(secret, open))
    const longer = asOwner.map((address) => address.replace(/\/watch\.(\d+)\.(\w+)\./, '/watch.$1.zzzzzz.'))
    expect(await statuses([...foreign, ...longer])).toEqual([404])
    expect(await statuses(await addressesOf(secret, admin))).toEqual([200])
  })

  test('rejects an expired token instead of treating the caller as a visitor', async () => {
    for (const path of ['', `/${open}`, `/${secret}`, `/${secret}/stream`]) {
      const { status, body } = await product.call(`GET /gallery/videos${path}`, { token: 'ran.out.now' })
      expect([status, body.code]).toEqual([401, 'NOT_SIGNED_IN'])
    }
  })

  test('another user cannot change a public video', async () => {
    expect((await call(`PATCH /gallery/videos/${open}`, stranger, { title: 'Mine' })).status).toBe(403)
    expect((await call(`DELETE /gallery/videos/${open}`, stranger)).status).toBe(403)
    expect((await call(`PATCH /gallery/videos/${open}`, undefined, { title: 'Mine' })).status).toBe(401)
  })

  test('rejects a title or description that is too long', async () => {
    const change = async (body: object) => (await call(`PATCH /gallery/videos/${open}`, owner, body)).body.message
    expect(await change({ title: 'x'.repeat(101) })).toBe('Title must be at most 100 characters long')
    expect(await change({ description: 'x'.repeat(501) })).toBe('Description must be at most 500 characters long')
    expect(await change({ title: '  ' })).toBe('Title is required')
  })

  test('rejects text with a character that cannot be stored', async () => {
    const refused = { status: 400, code: 'INVALID_INPUT' }
    const change = await call(`PATCH /gallery/videos/${open}`, owner, { title: 'A\u0000B' })
    expect({ status: change.status, code: change.body.code }).toEqual(refused)
    const address = await call('POST /upload/generate-url', owner, { filename: 'a\u0000b.mp4', contentType: 'video/mp4' })
    expect({ status: address.status, code: address.body.code }).toEqual(refused)
  })

  test('only the owner gets the original and the metadata', async () => {
    const { hlsUrl } = await streamOf(open, undefined)
    expect((await fetch(hlsUrl.replace('master.m3u8', 'metadata.json'))).status).toBe(404)
    const { body } = await call(`GET /jobs/${open}/assets`, owner)
    const assets = body['assets'] as { id: string; asset_type: string; file_size: number }[]
    expect(assets.map(({ asset_type }) => asset_type)).toContain('METADATA_JSON')
    for (const { id, file_size, asset_type } of assets) {
      const download = await call(`GET /jobs/${open}/assets/${id}/download`, owner)
      const answer = await fetch(String(download.body['downloadUrl']))
      expect([answer.status, (await answer.arrayBuffer()).byteLength], asset_type).toEqual([200, file_size])
      expect(answer.headers.get('content-disposition')).toContain(`attachment; filename="${download.body['filename']}"`)
      expect(download.body['filename']).toMatch(/^A walk at the Ocean - [\w.]+\.(mp4|jpg|gif|json)$/)
    }
  })
})

test('a video has the status of its job, so that a cancelled one is not shown as failed', async () => {
  expect((await videoOf(open, undefined)).video.jobStatus).toBe('COMPLETED')
  const inputSource = await upload(await clipFile('small.mp4', smallClip))
  const { body } = await call('POST /jobs', owner, { inputSource, outputFormats: ['480p'] })
  const { id } = body['job'] as Job
  expect((await call(`POST /jobs/${id}/cancel`, owner)).status).toBe(200)
  expect((await videoOf(id, owner)).video).toMatchObject({ jobStatus: 'CANCELLED', hasJob: true, processing: false, progress: null })
  await call(`DELETE /jobs/${id}`, owner)
})

test('an unchanged list is not sent again, a changed one is sent at once', async () => {
  const ask = (etag?: string) => fetch(`${product.url}/prod/api/gallery/videos`, etag ? { headers: { 'If-None-Match': etag } } : {})
  const first = await ask()
  const etag = String(first.headers.get('etag'))
  expect((await ask(etag)).status).toBe(304)
  await call(`PATCH /gallery/videos/${open}`, owner, { description: 'Changed' })
  expect((await ask(etag)).status).toBe(200)
  await call(`PATCH /gallery/videos/${open}`, owner, { description: 'Sand & <waves>' })
  const token = { authorization: `Bearer ${owner.tokens.idToken}` }
  const own = await fetch(`${product.url}/prod/api/gallery/videos`, { headers: { ...token, 'If-None-Match': etag } })
  expect(own.status).toBe(200)
})

test('addresses stop working when the video is made private or deleted', async () => {
  const id = await makeVideo(await clipFile('small.mp4', smallClip), { visibility: 'public', title: 'Short-lived' })
  const asVisitor = await addressesOf(id, undefined)
  const { body } = await call(`GET /jobs/${id}/assets`, owner)
  const [asset] = body['assets'] as { id: string }[]
  const download = String((await call(`GET /jobs/${id}/assets/${asset?.id}/download`, owner)).body['downloadUrl'])
  expect(await statuses([...asVisitor, download])).toEqual([200])

  const { body: changed } = await call(`PATCH /gallery/videos/${id}`, owner, { visibility: 'private', title: 'Now hidden' })
  expect(changed['video']).toMatchObject({ visibility: 'private', title: 'Now hidden' })
  expect(await statuses([...asVisitor, download])).toEqual([404])
  expect(await titles(undefined)).not.toContain('Now hidden')

  const asOwner = await addressesOf(id, owner)
  expect(await statuses(asOwner)).toEqual([200])
  expect((await call(`DELETE /gallery/videos/${id}`, owner)).status).toBe(200)
  expect(await statuses(asOwner)).toEqual([404])
  expect((await call(`GET /jobs/${id}`, owner)).status).toBe(404)
})

test('a share link opens a private video until it is revoked', async () => {
  const made = await call(`POST /gallery/videos/${secret}/links`, owner, { expiresInHours: 1 })
  expect(made.status).toBe(201)
  const link = made.body['link'] as { id: string; url: string; expiresAt: string }
  const query = `?link=${new URL(link.url).searchParams.get('link')}`
  expect(link.url).toContain(`/video/${secret}?link=`)
  expect((await videoOf(secret, undefined, query)).video).toMatchObject({ title: 'Hidden mountain', canEdit: false, hasJob: false })
  const addresses = await addressesOf(secret, undefined, query)
  expect(await statuses(addresses)).toEqual([200])
  expect((await videoOf(open, undefined, query)).status).toBe(200)
  const { body } = await call(`GET /gallery/videos/${secret}/links`, owner)
  expect(body['links']).toMatchObject([{ id: link.id, expiresAt: link.expiresAt }])
  expect(JSON.stringify(body)).not.toContain(query.slice(6))

  expect((await call(`DELETE /gallery/videos/${secret}/links/${link.id}`, stranger)).status).toBe(404)
  expect((await call(`DELETE /gallery/videos/${secret}/links/${link.id}`, owner)).body['result']).toEqual({ revoked: 1 })
  expect((await videoOf(secret, undefined, query)).status).toBe(404)
  expect(await statuses(addresses)).toEqual([404])
})

test('share links end with any change of visibility', async () => {
  const made = await call(`POST /gallery/videos/${secret}/links`, owner, {})
  const query = new URL((made.body['link'] as { url: string }).url).search
  expect((await videoOf(secret, undefined, query)).status).toBe(200)
  await call(`PATCH /gallery/videos/${secret}`, owner, { visibility: 'public' })
  await call(`PATCH /gallery/videos/${secret}`, owner, { visibility: 'private' })
  expect((await videoOf(secret, undefined, query)).status).toBe(404)
})

describe('streams', () => {
  test('a quality that is there, one that is not, and the original', async () => {
    const exact = await streamOf(open, undefined, '?quality=480p')
    expect(exact.stream).toMatchObject({ quality: '480p', resolution: '640x360', mimeType: 'video/mp4', note: null })
    expect(exact.qualities.map(({ quality }) => quality)).toEqual(['480p', 'original'])
    const usual = await streamOf(open, undefined)
    expect(usual.stream).toMatchObject({ quality: '480p', note: '720p is not available; this is 480p.' })
    const original = await streamOf(open, undefined, '?quality=original')
    expect(original.stream).toMatchObject({ quality: 'original' })
    expect(original.streamUrl).toMatch(/\/original$/)
    expect((await call(`GET /gallery/videos/${open}/stream?quality=9000p`, undefined)).status).toBe(400)
  })

  test('private addresses expire within the hour and say when', async () => {
    const { expiresAt } = await streamOf(secret, owner)
    const left = Date.parse(String(expiresAt)) - Date.now()
    expect(left).toBeGreaterThan(29 * 60_000)
    expect(left).toBeLessThanOrEqual(60 * 60_000)
    expect((await streamOf(open, undefined)).expiresAt).toBeNull()
  })

  test('the playlists lead to the bytes of the one file', async () => {
    const { hlsUrl } = await streamOf(secret, owner)
    const master = await (await fetch(hlsUrl)).text()
    expect(master).toContain('RESOLUTION=640x360')
    const uri = master.split('\n').find((line) => line.endsWith('.m3u8')) ?? ''
    const list = await (await fetch(new URL(uri, hlsUrl))).text()
    const [, bytes, offset] = /#EXT-X-BYTERANGE:(\d+)@(\d+)\n480p\.mp4/.exec(list) ?? []
    const end = Number(offset) + Number(bytes) - 1
    const segment = await fetch(new URL('480p.mp4', hlsUrl), { headers: { Range: `bytes=${offset}-${end}` } })
    expect([segment.status, (await segment.arrayBuffer()).byteLength]).toEqual([206, Number(bytes)])
  })
})

describe('media bytes', () => {
  test('ranges, suffixes, conditions and HEAD', async () => {
    const { streamUrl } = await streamOf(open, undefined)
    const whole = await fetch(streamUrl)
    const bytes = Buffer.from(await whole.arrayBuffer())
    const etag = String(whole.headers.get('etag'))
    expect(whole.headers.get('accept-ranges')).toBe('bytes')
    expect(whole.headers.get('cache-control')).toContain('immutable')
    const part = async (headers: Record<string, string>, method = 'GET') => {
      const answer = await fetch(streamUrl, { method, headers })
      return { status: answer.status, body: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
    }
    const middle = await part({ Range: 'bytes=1000-1999' })
    expect([middle.status, middle.headers.get('content-range')]).toEqual([206, `bytes 1000-1999/${bytes.length}`])
    expect(middle.body.equals(bytes.subarray(1000, 2000))).toBe(true)
    expect((await part({ Range: 'bytes=-500' })).body.equals(bytes.subarray(-500))).toBe(true)
    expect((await part({ Range: `bytes=${bytes.length - 5}-` })).body.equals(bytes.subarray(-5))).toBe(true)
    const outside = await part({ Range: `bytes=${bytes.length}-` })
    expect([outside.status, outside.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
    expect((await part({ 'If-None-Match': etag })).status).toBe(304)
    expect((await part({ 'If-None-Match': `"other", ${etag}` })).status).toBe(304)
    expect((await part({ Range: 'bytes=0-9', 'If-Range': etag })).status).toBe(206)
    expect((await part({ Range: 'bytes=0-9', 'If-Range': '"old"' })).status).toBe(200)
    const head = await part({}, 'HEAD')
    expect([head.status, head.headers.get('content-length'), head.body.length]).toEqual([200, String(bytes.length), 0])
  })

  test('a refusal is not cached as long as the file', async () => {
    const { streamUrl } = await streamOf(open, undefined)
    const outside = await fetch(streamUrl, { headers: { Range: 'bytes=999999999-' } })
    expect([outside.status, outside.headers.get('cache-control')]).toEqual([416, 'no-store'])
    const folder = join(product.dataDir, 'storage', 'objects', 'videos', open)
    await rename(folder, `${folder}-moved`)
    const missing = await fetch(streamUrl)
    await rename(`${folder}-moved`, folder)
    expect([missing.status, missing.headers.get('cache-control'), missing.headers.get('etag')]).toEqual([404, null, null])
  })

  test('a file is saved under its title and type, whatever name the request has', async () => {
    const { streamUrl } = await streamOf(open, undefined)
    for (const query of ['?download', '?download=invoice.exe', '?download=a.html&download=b.exe']) {
      const { status, headers } = await fetch(streamUrl + query, { method: 'HEAD' })
      const name = 'A walk at the Ocean - 480p.mp4'
      const disposition = `attachment; filename="${name}"; filename*=UTF-8''${encodeURIComponent(name)}`
      expect([query, status, headers.get('content-disposition')]).toEqual([query, 200, disposition])
    }
  })

  test('private files are revalidated each time', async () => {
    const { streamUrl } = await streamOf(secret, owner)
    const { headers } = await fetch(streamUrl, { method: 'HEAD' })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })

  test('clients that disconnect in the middle leave no open file behind', async () => {
    const { streamUrl } = await streamOf(open, undefined, '?quality=original')
    await Promise.all(
      Array.from({ length: 50 }, async () => {
        const controller = new AbortController()
        const answer = await fetch(streamUrl, { signal: controller.signal })
        await answer.body?.getReader().read()
        controller.abort()
      }),
    )
    expect((await fetch(streamUrl)).status).toBe(200)
  })
})

test('renditions are offered as soon as each one is ready', async () => {
  const id = newId()
  const client = new Client({ connectionString: product.databaseUrl })
  await client.connect()
  await client.query(
    `insert into videos (id, user_id, title, visibility, status, original_key, original_mime, shared_key)
     select $1, user_id, 'In the making', 'public', 'uploaded', original_key, original_mime, shared_key from videos where id = $2`,
    [id, open],
  )
  await client.query(
    `insert into jobs (id, user_id, input_source, output_formats, status, attempts, queued_at)
     select $1, user_id, input_source, '{720p,480p}', 'PROCESSING', 1, now() from jobs where id = $2`,
    [id, open],
  )
  const offered = async () => (await streamOf(id, undefined)).qualities.map(({ quality }) => quality)
  const sent = async (name: string) => (await fetch(`${product.url}/media/${id}/public/${name}`)).status
  expect([await offered(), await sent('480p.mp4'), await sent('480p.mp4')]).toEqual([['original'], 404, 404])
  for (const [type, quality] of [
    ['TRANSCODE_480', '480p'],
    ['TRANSCODE_720', '720p'],
  ]) {
    await client.query(
      `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size, width, height, details)
       select gen_random_uuid(), $1, $2, storage_key, filename, content_type, file_size, width, height, details
       from assets where job_id = $3 and asset_type = 'TRANSCODE_480'`,
      [id, type, open],
    )
    expect([await offered(), await sent(`${quality}.mp4`), await sent('master.m3u8')]).toEqual([
      expect.arrayContaining(['original', quality]),
      200,
      200,
    ])
  }
  await client.query('delete from videos where id = $1', [id])
  await client.end()
})

describe('search and pages', () => {
  test('finds words and beginnings of words in title and description', async () => {
    for (const q of ['ocean', 'OCEAN walk', 'oce', 'waves', 'sand%20%26'])
      expect(await titles(undefined, `?q=${q}`)).toEqual(['A walk at the Ocean'])
    expect(await titles(undefined, '?q=mountain')).toEqual([])
    expect(await titles(owner, '?q=mountain')).toEqual(['Hidden mountain'])
    for (const q of ["'", '%26%7C!', ':*', '%00', '(((']) expect((await call(`GET /gallery/videos?q=${q}`, undefined)).status).toBe(200)
  })

  test('finds words however their accents and vowel signs were typed', async () => {
    for (const [title, q] of [
      ['Cafe\u0301', 'CAF\u00c9'],
      ['Caf\u00e9', 'cafe\u0301'],
      ['\u0939\u093f\u0928\u094d\u0926\u0940 film', '\u0939\u093f\u0928\u094d\u0926\u0940'],
    ] as const) {
      await call(`PATCH /gallery/videos/${open}`, owner, { title })
      expect(await titles(undefined, `?q=${encodeURIComponent(q)}`)).toEqual([title.normalize()])
    }
    await call(`PATCH /gallery/videos/${open}`, owner, { title: 'A walk at the Ocean' })
  })

  test('pages follow each other without gaps or duplicates', async () => {
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const { body } = await call(`GET /gallery/videos?limit=1${cursor ? `&cursor=${cursor}` : ''}`, owner)
      seen.push(...(body['videos'] as { title: string }[]).map(({ title }) => title))
      cursor = body['nextCursor'] as string | null
    } while (cursor)
    expect(seen).toEqual(['Hidden mountain', 'A walk at the Ocean'])
    expect((await call('GET /gallery/videos?cursor=made-up', undefined)).status).toBe(400)
    expect((await call('GET /gallery/videos?limit=101', undefined)).status).toBe(400)
  })
})

describe('link previews', () => {
  test('oEmbed describes public videos only', async () => {
    const ask = (id: string, rest = '') => call(`GET /oembed?url=${encodeURIComponent(`${product.url}/video/${id}`)}${rest}`, undefined)
    const { status, body } = await ask(open, '&maxwidth=320')
    expect([status, body['type'], body['width'], body['height']]).toEqual([200, 'video', 320, 180])
    expect(body['html']).toContain(`/embed/${open}`)
    expect((await fetch(String(body['thumbnail_url']))).status).toBe(200)
    expect((await ask(secret)).status).toBe(404)
    expect((await ask('made-up')).status).toBe(404)
    expect((await call('GET /oembed?url=https://elsewhere.example/video/1', undefined)).status).toBe(404)
  })
})
