import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFfmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { maxProbeBytes } from '@video-forge/media/run/inspect/probe-file'
import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import { clipFile, smallClip } from '../testing/media/clips.ts'
import { hungryFile } from '../testing/media/hungry-file.ts'
import { newUser, type Session } from '../testing/people.ts'
import type { Answer } from '../testing/product.ts'
import { startProductWithMail } from '../testing/product-with-mail.ts'

const folder = await mkdtemp(join(tmpdir(), 'vf-probe-'))
afterAll(() => rm(folder, { recursive: true, force: true }))
/** What each ffprobe was allowed, in KB, and how many ran at once. */
const notes = join(folder, 'notes')

/** An ffprobe that lasts for as long as a test holds it, so that many meet, and notes what it may take and how many are beside it. */
async function writeHeldProbe(): Promise<string> {
  await mkdir(notes)
  const { ffprobe } = await findFfmpeg({ ffmpeg: undefined, ffprobe: undefined })
  const path = join(folder, 'ffprobe')
  const script = `#!/bin/sh
case "$*" in *-version*) exec ${ffprobe} "$@";; esac
touch ${notes}/running.$$
echo "$(ulimit -d) $(ls ${notes} | grep -c running)" >> ${notes}/log
while [ -e ${notes}/hold ]; do sleep 0.05; done
rm -f ${notes}/running.$$
exec ${ffprobe} "$@"
`
  await writeFile(path, script)
  await chmod(path, 0o755)
  return path
}

const environment = { FFPROBE_PATH: await writeHeldProbe(), ALLOW_PRIVATE_SOURCES: 'true', ROLE: 'api' }
const { product, mailbox } = await startProductWithMail(environment)
const owner = await newUser(product, mailbox)
const other = await newUser(product, mailbox)
const clip = await clipFile('small.mp4', smallClip)

const call = (who: Session, key: string, body?: unknown) =>
  product.call(key, { token: who.tokens.idToken, ...(body !== undefined && { body }) })
async function upload(who: Session, content: Buffer): Promise<string> {
  const { body } = await call(who, 'POST /upload/generate-url', { filename: 'a.mp4', contentType: 'video/mp4', size: content.length })
  const { uploadUrl, s3Key } = body as Record<string, string>
  await fetch(String(uploadUrl), { method: 'PUT', body: new Uint8Array(content), headers: { 'Content-Type': 'video/mp4' } })
  return String(s3Key)
}
const ran = async () =>
  (await readFile(join(notes, 'log'), 'utf8'))
    .trim()
    .split('\n')
    .map((line) => line.split(' ').map(Number))

describe.each<[string, (s3Key: string) => [string, unknown]]>([
  ['POST /metadata/extract', (s3Key) => ['POST /metadata/extract', { s3Key }]],
  ['POST /jobs/plan', (s3Key) => ['POST /jobs/plan', { inputSource: s3Key, outputFormats: ['480p'] }]],
  ['POST /upload/confirm', (s3Key) => ['POST /upload/confirm', { s3Key }]],
])('%s', (_name, request) => {
  test('takes a few at once of one person, refuses the rest, and another person still comes in', { timeout: 60_000 }, async () => {
    const [mine, theirs] = [await upload(owner, clip), await upload(other, clip)]
    await writeFile(join(notes, 'hold'), '')
    onTestFinished(() => rm(join(notes, 'hold'), { force: true }))
    let refusedCount = 0
    const flood = Array.from({ length: 60 }, async () => {
      const answer = await call(owner, ...request(mine))
      if (answer.status === 429) refusedCount += 1
      return answer
    })
    const theirAnswer = call(other, ...request(theirs))
    // Nothing is read to its end until the rest has been refused, however slowly the calls come in.
    await expect.poll(() => refusedCount).toBeGreaterThan(30)
    await rm(join(notes, 'hold'))
    const answers = await Promise.all(flood)
    const taken = answers.filter(({ status }) => status < 300)
    const refused = answers.filter(({ status }) => status === 429)
    expect([taken.length + refused.length, taken.length > 0, refused.length > 30]).toEqual([60, true, true])
    for (const { headers, body } of refused) {
      expect([headers.get('retry-after'), body.code, body.message]).toEqual([
        '5',
        'TOO_MANY_REQUESTS',
        expect.stringMatching(/^Several of your/),
      ])
    }
    expect((await theirAnswer).status).toBeLessThan(300)
    expect(Math.max(...(await ran()).map(([, beside = 0]) => beside))).toBeLessThanOrEqual(2)
  })
})

test('a slow server uses up the places of the one who named it, not those of others', { timeout: 60_000 }, async () => {
  const silent = createServer((socket) => socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const { port } = silent.address() as AddressInfo
  const stop = new AbortController()
  const plans = Array.from({ length: 20 }, (_, index) =>
    fetch(`${product.url}/prod/api/jobs/plan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${owner.tokens.idToken}` },
      body: JSON.stringify({ inputSource: `http://127.0.0.1:${port}/${index}.mp4`, outputFormats: ['480p'] }),
      signal: stop.signal,
    }).then(
      ({ status }) => status,
      () => 0,
    ),
  )
  onTestFinished(() => void silent.close())
  const refused: number[] = []
  for (const plan of plans) void plan.then((status) => refused.push(status))
  const tenRefused = Array.from({ length: 10 }, () => 429)
  await expect.poll(() => refused).toEqual(tenRefused)
  const theirs: Answer = await call(other, 'POST /metadata/extract', { s3Key: await upload(other, clip) })
  expect(theirs.status).toBe(200)
  // Had it waited for a place of theirs, one of them would have ended by now.
  expect(refused).toEqual(tenRefused)
  // A client that disconnects leaves the queue, and its place is free at once.
  stop.abort()
  await Promise.all(plans)
  await expect
    .poll(async () => (await call(owner, 'POST /jobs/plan', { inputSource: 'http://127.0.0.1:9/a.mp4', outputFormats: ['480p'] })).status, {
      timeout: 30_000,
    })
    .not.toBe(429)
})

test.each([
  ['eighty million pictures in one track', hungryFile(80_000_000)],
  ['eight tracks of four million', hungryFile(4_000_000, 8)],
])(
  'a file of a few kilobytes with %s is refused with a sentence, and looked at within its bounds',
  { timeout: 60_000 },
  async (_what, content) => {
    const s3Key = await upload(owner, content)
    for (const [key, body] of [
      ['POST /metadata/extract', { s3Key }],
      ['POST /jobs/plan', { inputSource: s3Key, outputFormats: ['480p'] }],
      ['POST /upload/confirm', { s3Key }],
    ] as const) {
      const answer = await call(owner, key, body)
      expect([400, 415], JSON.stringify(answer.body)).toContain(answer.status)
      expect(answer.body.message).toMatch(/^[A-Z].+\.$|^Please/)
    }
    const allowed = (await ran()).map(([kilobytes = Number.NaN]) => kilobytes * 1024)
    expect(Math.max(...allowed)).toBeLessThanOrEqual(maxProbeBytes)
  },
)
