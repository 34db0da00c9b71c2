import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Context } from '../command.d.ts'
import { createOutput } from '../terminal/output.js'
import { atMost } from './at-most.js'
import { upload } from './upload.js'

test('with --wait, a file is sent while the videos of earlier ones are made', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vf-upload-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  vi.stubEnv('XDG_STATE_HOME', folder)
  onTestFinished(() => void vi.unstubAllEnvs())
  const files = ['a', 'b', 'c', 'd'].map((name) => join(folder, `${name}.mp4`))
  await Promise.all(files.map((file) => writeFile(file, 'x')))
  const sent: string[] = []
  let lastIsSent = () => {}
  const allSent = new Promise<void>((resolve) => {
    lastIsSent = resolve
  })
  const results: unknown[] = []
  const forge = {
    async upload({ name }: { name: string }) {
      if (sent.push(name) === files.length) lastIsSent()
      return { video: { id: name }, job: { id: name, status: 'PENDING' } }
    },
    // No job ends before the last file was sent.
    waitForJob: () => allSent.then(() => ({ status: 'COMPLETED' })),
  }
  const context = {
    args: files,
    options: { wait: true, parallel: '1' },
    forge,
    settings: { url: 'https://video.example.com', key: 'vf_key' },
    out: { ...createOutput({ isJson: true }), result: (value: unknown) => void results.push(value) },
    signal: new AbortController().signal,
  } as unknown as Context
  expect(await upload.run(context)).toBe(0)
  expect(sent).toEqual(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4'])
  expect(results).toMatchObject([{ uploads: files.map((file) => ({ file, status: 'COMPLETED' })) }])
})

test('no more than the limit run at once, also after a failure', async () => {
  const inTurn = atMost(2)
  let running = 0
  let most = 0
  const ended = await Promise.allSettled(
    Array.from({ length: 9 }, (_, index) =>
      inTurn(async () => {
        running += 1
        most = Math.max(most, running)
        await Promise.resolve()
        running -= 1
        if (index % 3 === 0) throw new Error('failed')
      }),
    ),
  )
  expect([most, ended.filter(({ status }) => status === 'fulfilled').length]).toEqual([2, 6])
})
