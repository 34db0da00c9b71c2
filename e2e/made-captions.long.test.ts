import { beforeAll, expect, test } from 'vitest'
import { ask, signIn } from './harness/api-calls.ts'
import { lookAt, withBrowser } from './harness/browser.ts'
import { makeClip, withClips } from './harness/clips.ts'
import { createAccount, somebody } from './harness/people.ts'
import { theProduct } from './harness/the-product.ts'
import { isBeingProcessed, startJob, visitAs } from './harness/videos.ts'

withBrowser()
withClips()

const owner = somebody('clara')
beforeAll(() => createAccount(owner))

const spoken = `flite=text='The small dog sleeps under a very old tree.':voice=slt`

test('the owner has captions made of what is said', { timeout: 240_000 }, async () => {
  const talk = await startJob(owner, makeClip('speech.avi', ['-c:v', 'mpeg4', '-c:a', 'mp3'], spoken), {
    title: 'Speech',
    outputFormats: ['480p'],
  })
  await expect.poll(() => isBeingProcessed(talk), { timeout: 120_000 }).toBe(false)
  const page = await visitAs(owner)
  await page.goto(`/video/${talk}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('region', { name: 'Captions' })
  await editor.getByRole('button', { name: 'Make automatic captions' }).press('Enter')
  await editor.getByRole('button', { name: 'Change English' }).waitFor({ timeout: 120_000 })
  await editor.getByText('Automatic', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Show transcript' }).click()
  await page.getByRole('button', { name: /dog/i }).waitFor()
  await lookAt(page, 'captions-automatic')
})

test('captions are made by themselves when the file says which language is spoken', { timeout: 240_000 }, async () => {
  const tagged = ['-c:v', 'libx264', '-preset', 'ultrafast', '-c:a', 'aac', '-metadata:s:a:0', 'language=eng']
  const talk = await startJob(owner, makeClip('tagged.mp4', tagged, spoken), { title: 'Tagged', outputFormats: ['480p'] })
  const token = await signIn(theProduct(), owner.username, owner.password)
  const made = async () => (await ask(theProduct(), `GET /gallery/videos/${talk}/captions`, token))['captions']
  await expect.poll(made, { timeout: 200_000, interval: 500 }).toMatchObject([{ language: 'en', source: 'automatic' }])
  const page = await visitAs(owner)
  await page.goto(`/video/${talk}`)
  await page.getByRole('button', { name: 'Show transcript' }).click()
  await page.getByRole('button', { name: /dog/i }).waitFor()
})
