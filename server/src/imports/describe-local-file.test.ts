import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { LocalFile } from '@video-forge/contract/imports'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testing/temporary-folder.ts'
import { cleanItem, dateOf } from './clean-item.ts'
import { describeLocalFile } from './describe-local-file.ts'
import { folder } from './readers/folder/folder.ts'

const changed = new Date('2018-03-04T05:06:07.000Z')

const file = (given: Partial<LocalFile>): LocalFile => ({
  ...{ path: 'talk.mp4', modifiedAt: changed.toISOString(), subfolders: 'tags', visibility: 'keep', beside: [] },
  ...given,
})
const beside = (name: string, text?: string) => ({ name, ...(text !== undefined && { bytes: Buffer.from(text).toString('base64') }) })

test('a file of another machine is described as the folder import describes the same file here', async () => {
  const root = await temporaryFolder()
  await mkdir(join(root, 'Trips', '2019'), { recursive: true })
  const files = {
    'talk.mp4': 'film',
    'talk.pt-BR.srt': 'captions',
    'talk.English.vtt': 'captions',
    'talk.part2.mkv': 'film',
    'talk.part2.srt': 'of the second part',
    'talk-poster.jpg': 'picture',
    'talk.info.json': JSON.stringify({
      fulltitle: 'A talk',
      tags: ['Speech'],
      upload_date: '20150601',
      availability: 'unlisted',
      chapters: [
        { start_time: 0, title: 'Start' },
        { start_time: 60, title: 'End' },
      ],
    }),
    'Trips/2019/walk_one.mov': 'film',
    'Trips/2019/walk_one.txt': ' Along the coast. ',
    'Trips/2019/walk_one.nfo': '<movie><title>Walk</title><premiered>2011-02-03</premiered><genre>Sea / Land</genre></movie>',
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(root, name), content)
    await utimes(join(root, name), changed, changed)
  }
  const context = { folders: [root], signal: new AbortController().signal, getText: unused, getBytes: unused }
  let count = 0
  for await (const { items } of folder.list({ path: root, subfolders: 'tags' }, null, context)) {
    for (const item of items) {
      count += 1
      const names = await readdir(join(root, item.label, '..'))
      const all = await Promise.all(names.map(async (name) => ({ name, bytes: await base64Of(join(root, item.label, '..', name)) })))
      const described = await describeLocalFile(file({ path: item.label, beside: all.filter(({ bytes }) => bytes !== '') }))
      const { title, description, tags, chapters, captions, thumbnail } = cleanItem(item)
      const nameOf = (source: unknown) => String((source as { path: string }).path.split('/').at(-1))
      expect(described).toEqual({
        ...{ title, description, tags, chapters, playlist: null, settings: null, notes: [] },
        visibility: item.visibility === 'public' ? 'public' : 'private',
        createdAt: dateOf(item)?.toISOString(),
        captions: captions.map(({ language, source }) => ({ name: nameOf(source), language, label: null, isDefault: false })),
        picture: thumbnail && nameOf(thumbnail),
      })
    }
  }
  expect(count).toBe(3)
})

const unused = async (): Promise<never> => {
  throw new Error('not used')
}
const base64Of = (path: string) =>
  readFile(path).then(
    (bytes) => bytes.toString('base64'),
    () => '',
  )

test('dates, tags, captions and chapters come from what is beside it', async () => {
  const json = JSON.stringify({
    title: 'A talk',
    date: '2015-06-01',
    visibility: 'public',
    chapters: [
      { start: 0, title: 'A' },
      { start: 9, title: 'B' },
    ],
  })
  const files = [beside('talk.de.srt'), beside('talk.jpg'), beside('talk.json', json), beside('other.srt')]
  expect(await describeLocalFile(file({ path: 'Trips/talk.mp4', beside: files }))).toEqual({
    title: 'A talk',
    description: '',
    tags: ['Trips'],
    chapters: [
      { start: 0, title: 'A' },
      { start: 9, title: 'B' },
    ],
    createdAt: '2015-06-01T00:00:00.000Z',
    visibility: 'public',
    captions: [{ name: 'talk.de.srt', language: 'de', label: null, isDefault: false }],
    settings: null,
    notes: [],
    picture: 'talk.jpg',
    playlist: null,
  })
  expect(await describeLocalFile(file({}))).toMatchObject({ title: 'talk', createdAt: changed.toISOString(), visibility: 'private' })
})

test.each([
  ['Let it be.mp4', 'Let it be.srt', 'und'],
  ['My holiday in Spain.mp4', 'My holiday in Spain.en.srt', 'en'],
  ['Film.mkv', 'Film.en.sdh.srt', 'en'],
  ['Clip [id].webm', 'Clip [id].en-orig.vtt', 'en'],
])('of %s the captions %s are in the language %s', async (path, name, language) => {
  expect((await describeLocalFile(file({ path, beside: [beside(name)] }))).captions).toMatchObject([{ name, language }])
})

const [nfd, nfc] = ['E\u0301te\u0301', '\u00c9t\u00e9']

test.each([
  [`${nfd}.mp4`, `${nfc}.de.srt`],
  [`${nfc}.mp4`, `${nfd}.de.srt`],
  ['IMG_1.MOV', 'img_1.de.srt'],
])('the video %s has the captions %s, whatever form its letters have', async (path, name) => {
  expect((await describeLocalFile(file({ path, beside: [beside(name)] }))).captions).toMatchObject([{ name, language: 'de' }])
})

test('files of another video whose name differs only in its form are its own', async () => {
  const files = [beside(`${nfc}.mp4`), beside(`${nfc}.de.srt`), beside('a.mp4'), beside('a.fr.srt'), beside('A.mp4')]
  for (const path of [`${nfd}.mp4`, 'A.mp4'])
    expect(await describeLocalFile(file({ path, beside: files.filter(({ name }) => name !== path) }))).toMatchObject({ captions: [] })
})

test('which file counts does not depend on the order of the names', async () => {
  const said = (title: string, more: object = {}) => JSON.stringify({ title, ...more })
  const files = [
    beside('talk.live_chat.json', '{"title": "Chat"}'),
    beside('talk.comments.json', said('Comments', { duration: 5, tags: ['sea'] })),
    beside('talk.info.json', said('Its own', { visibility: 'public' })),
    ...['talk-fanart.jpg', 'talk-thumb.jpg', 'talk-poster.jpg', 'talk.jpg', 'talk.png'].map((name) => beside(name)),
    ...[beside('talk.txt', 'Text'), beside('talk.description', 'Description'), beside('talk.en.txt', 'Spoken')],
    ...[beside('talk.en.srt'), beside('talk.de.srt')],
  ]
  for (const all of [files, files.toReversed()]) {
    const described = await describeLocalFile(file({ beside: all }))
    expect(described).toMatchObject({
      title: 'Its own',
      description: 'Description',
      picture: 'talk.jpg',
      tags: ['sea'],
      visibility: 'public',
    })
    expect(described.captions.map(({ language }) => language)).toEqual(['de', 'en'])
    const withoutOwn = all.filter(({ name }) => !/^talk\.(jpg|png)$/.test(name))
    expect(await describeLocalFile(file({ beside: withoutOwn }))).toMatchObject({ picture: 'talk-poster.jpg' })
  }
  const hidden = [...files, beside('talk.json', said('Other', { visibility: 'private' }))]
  expect(await describeLocalFile(file({ beside: hidden }))).toMatchObject({ title: 'Its own', visibility: 'private' })
})

test('a text beside it is read in the encoding that it names', async () => {
  const text = Buffer.concat([Buffer.from('<?xml version="1.0" encoding="windows-1251"?><movie><title>'), Buffer.from([0xcf, 0xf0, 0xe8])])
  const nfo = { name: 'talk.nfo', bytes: text.toString('base64') }
  expect(await describeLocalFile(file({ beside: [nfo] }))).toMatchObject({ title: 'При' })
})

test('what may say that nobody else is to see it, and was not sent, makes it private', async () => {
  expect(await describeLocalFile(file({ visibility: 'public', beside: [beside('talk.json')] }))).toMatchObject({ visibility: 'private' })
})

test('folders become a playlist, or nothing', async () => {
  const path = 'Trips/2019/walk.mp4'
  expect(await describeLocalFile(file({ path, subfolders: 'playlists' }))).toMatchObject({ tags: [], playlist: 'Trips/2019' })
  expect(await describeLocalFile(file({ path, subfolders: 'nothing' }))).toMatchObject({ tags: [], playlist: null })
  expect(await describeLocalFile(file({ path: 'walk.mp4', subfolders: 'playlists' }))).toMatchObject({ playlist: null })
})

test('the folder of a video in an unpacked export has its own names, and its folders are no tags', async () => {
  const said = {
    title: 'Film',
    tags: ['Sea'],
    createdAt: '2015-06-01T00:00:00.000Z',
    visibility: 'public',
    hasPassword: false,
    embedDomains: [],
  }
  const files = (more: object) => [
    ...[beside('video.json', JSON.stringify({ ...said, ...more })), beside('metadata.json', '{"title": "Other"}'), beside('720p.mp4')],
    ...[beside('captions.pt-BR.vtt'), beside('captions.pt-BR.2.vtt'), beside('thumbnail.jpg')],
  ]
  const path = 'ada/videos/0001 Film/original.mov'
  expect(await describeLocalFile(file({ path, beside: files({}) }))).toMatchObject({
    ...{ title: 'Film', tags: ['Sea'], visibility: 'public', createdAt: said.createdAt, picture: 'thumbnail.jpg', playlist: null },
    captions: [
      { name: 'captions.pt-BR.vtt', language: 'pt-BR' },
      { name: 'captions.pt-BR.2.vtt', language: 'pt-BR' },
    ],
  })
  expect(await describeLocalFile(file({ path, subfolders: 'playlists', beside: files({}) }))).toMatchObject({ playlist: null })
  for (const more of [{ hasPassword: true }, { embedDomains: ['a.example'] }])
    expect(await describeLocalFile(file({ path, visibility: 'public', beside: files(more) }))).toMatchObject({ visibility: 'private' })
  // Copied in half: nobody knows for whom it was.
  const half = [beside('video.json', JSON.stringify(said).slice(0, -20)), beside('thumbnail.jpg')]
  expect(await describeLocalFile(file({ path, visibility: 'public', beside: half }))).toMatchObject({ visibility: 'private' })
  await expect(
    describeLocalFile(file({ path: 'ada/videos/0001 Film/720p.mp4', beside: [beside('original.mov'), ...files({})] })),
  ).rejects.toMatchObject({
    code: 'WRONG_TYPE',
  })
})

test('the record of an unpacked export says the rest, and a folder of the server reads the same', async () => {
  const root = await temporaryFolder()
  const record = {
    ...{ title: 'Film', visibility: 'public', embedDomains: ['school.example'], allowDownload: false, showViews: true, language: 'de' },
    thumbnail: { name: 'thumbnail.jpg', size: 1, isChosen: false },
    captions: [{ name: 'captions.de.vtt', size: 1, language: 'de', label: 'Mein Text', source: 'automatic', isDefault: true }],
  }
  const path = 'ada/videos/0001 Film/original.mov'
  const described = (more: object, visibility: LocalFile['visibility'] = 'keep') =>
    describeLocalFile(
      file({
        ...{ path, visibility },
        beside: [beside('video.json', JSON.stringify({ ...record, ...more })), beside('captions.de.vtt'), beside('thumbnail.jpg')],
      }),
    )
  const settings = { allowDownload: false, showViews: true, embedDomains: ['school.example'] }
  expect(await described({})).toMatchObject({
    ...{ visibility: 'private', picture: null, settings: { ...settings, language: 'de', visibility: 'public' }, notes: [] },
    captions: [{ name: 'captions.de.vtt', language: 'de', label: 'Mein Text', isDefault: true }],
  })
  expect(await described({ hasPassword: true })).toMatchObject({
    settings: { visibility: 'private' },
    notes: [expect.stringContaining('asked for a password')],
  })
  for (const [more, visibility, becomes] of [
    [{}, 'private', 'private'],
    [{ visibility: 'private' }, 'public', 'private'],
    [{ visibility: 7 }, 'public', 'private'],
  ] as const)
    expect(await described(more, visibility)).toMatchObject({ visibility: 'private', settings: { visibility: becomes } })
  expect(await described({ thumbnail: { ...record.thumbnail, isChosen: true } })).toMatchObject({ picture: 'thumbnail.jpg' })
  expect(await described({ captions: 'none', thumbnail: [] })).toMatchObject({ picture: 'thumbnail.jpg', captions: [{ label: null }] })

  const inside = join(root, 'videos', '0001 Film')
  await mkdir(inside, { recursive: true })
  for (const [name, text] of Object.entries({
    'video.json': JSON.stringify(record),
    'original.mov': 'film',
    'captions.de.vtt': 'WEBVTT',
    'thumbnail.jpg': 'x',
  }))
    await writeFile(join(inside, name), text)
  const context = { folders: [root], signal: new AbortController().signal, getText: unused, getBytes: unused }
  const pages = []
  for await (const { items } of folder.list({ path: root }, null, context)) pages.push(...items)
  expect(pages).toMatchObject([
    {
      ...{ visibility: 'private', thumbnail: null, language: 'de', settings: { ...settings, visibility: 'public' } },
      captions: [{ language: 'de', label: 'Mein Text', origin: 'automatic', isDefault: true, isReviewed: false }],
    },
  ])
})

test('what its own file calls private is shown to nobody else, and a date in the future is now', async () => {
  const hidden = [beside('talk.json', '{"visibility": "unlisted", "date": "2999-01-01"}')]
  const { visibility, createdAt } = await describeLocalFile(file({ visibility: 'public', beside: hidden }))
  expect([visibility, Date.parse(createdAt) <= Date.now()]).toEqual(['private', true])
  expect(await describeLocalFile(file({ visibility: 'public' }))).toMatchObject({ visibility: 'public' })
})

test.each(['notes.txt', '.hidden.mp4', 'Trips/', 'video', 'access.log.1', 'libfoo.so.6', 'notes.2023', 'tape.wmv'])(
  '%s is no video',
  async (path) => {
    await expect(describeLocalFile(file({ path }))).rejects.toMatchObject({ code: 'WRONG_TYPE' })
  },
)

test.each(['{', '[1,2]', '<a>', '\ufffd'])('a text that is none of the known ones, such as %s, says nothing', async (text) => {
  const files = [beside('talk.json', text), beside('talk.nfo', text)]
  expect(await describeLocalFile(file({ beside: files }))).toMatchObject({ title: 'talk', createdAt: changed.toISOString() })
})
