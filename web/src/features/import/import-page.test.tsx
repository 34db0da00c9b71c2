import { fireEvent, screen, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { ImportPage } from './import-page.tsx'

signInBeforeEach()
resetAfterEach()

const id = '0190a000-0000-7000-8000-000000000001'
const body = (parts: object) => ({ body: { success: true, ...parts } })
const preview = {
  count: 312,
  isAtLeast: false,
  bytes: 5_000_000_000,
  seconds: 7200,
  duplicates: 12,
  skipped: { count: 1, items: [{ source: 'https://tube.example/w/live', reason: 'A live stream has no file. Import its replay.' }] },
  items: [
    {
      source: 'https://tube.example/w/abc',
      title: 'The harbour',
      date: '2019-03-02T00:00:00.000Z',
      visibility: 'public',
      bytes: null,
      seconds: 61,
    },
  ],
}
const open = (answers: Parameters<typeof fakeApi>[0], kinds = ['urls', 'feed', 'peertube', 'mediacms']) => {
  const seen = fakeApi({
    'GET /imports/sources': () => body({ kinds, folders: kinds.includes('folder') ? ['/srv/films'] : [] }),
    ...answers,
  })
  showPage(<ImportPage />, '/import')
  return seen
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test('shows what it will do before it starts', async () => {
  const seen = open({
    'POST /imports/preview': () => body({ preview }),
    'POST /imports': () => body({ import: { id } }),
  })
  await screen.findByLabelText('Address at PeerTube')
  press('Preview')
  await screen.findByText('Enter an address.')
  type('Address at PeerTube', ' https://tube.example/a/ada ')
  expect(screen.queryByRole('button', { name: 'Start import' })).toBeNull()
  const scroll = vi.fn()
  HTMLElement.prototype.scrollIntoView = scroll
  onTestFinished(() => void Reflect.deleteProperty(HTMLElement.prototype, 'scrollIntoView'))
  press('Preview')
  const list = await screen.findByRole('list', { name: 'Videos' })
  expect(scroll.mock.contexts.some((scrolled) => scrolled instanceof HTMLElement && scrolled.contains(list))).toBe(true)
  expect(within(list).getByText('The harbour')).toBeTruthy()
  for (const text of ['312', '12', '2.0 h', 'A live stream has no file. Import its replay.']) expect(screen.getByText(text)).toBeTruthy()
  press('Start import')
  await expect
    .poll(() => seen.find(({ key }) => key === 'POST /imports')?.body)
    .toEqual({
      kind: 'peertube',
      url: 'https://tube.example/a/ada',
      visibility: 'keep',
      formats: ['720p'],
    })
})

test('a list in a file of a spreadsheet is read in its encoding', async () => {
  open({})
  fireEvent.click(await screen.findByRole('radio', { name: /List/ }))
  const bytes = new Uint8Array([0xc9, 0x74, 0xe9])
  fireEvent.change(screen.getByLabelText('Or choose a file'), { target: { files: [new File([bytes], 'list.csv')] } })
  await expect.poll(() => screen.getByLabelText<HTMLTextAreaElement>('Addresses').value).toBe('Été')
})

test('a change of the form asks for another preview, and a problem is said', async () => {
  let isBroken = false
  open({
    'POST /imports/preview': () => (isBroken ? failure(400, 'INVALID_SOURCE', 'The host name could not be found.') : body({ preview })),
  })
  fireEvent.click(await screen.findByRole('radio', { name: /Feed/ }))
  type('Address of the feed', 'https://cast.example/feed')
  press('Preview')
  await screen.findByRole('button', { name: 'Start import' })
  isBroken = true
  type('Address of the feed', 'https://cast.example/other')
  expect(screen.queryByRole('button', { name: 'Start import' })).toBeNull()
  press('Preview')
  await screen.findByText('The host name could not be found.')
})

test('only admins are offered folders and buckets', async () => {
  open({}, ['urls', 'folder', 's3', 'peertube'])
  fireEvent.click(await screen.findByRole('radio', { name: /Folder/ }))
  expect(screen.getByText(/Inside \/srv\/films/)).toBeTruthy()
  expect(screen.queryByRole('radio', { name: /MediaCMS/ })).toBeNull()
})
