import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../../../testing/temporary-folder.ts'
import type { ImportedPlaylist, ImportItem } from '../../item.ts'
import { folder } from './folder.ts'

const unused = async (): Promise<never> => {
  throw new Error('not used')
}

async function filesIn(names: readonly (string | Buffer)[]) {
  const root = await temporaryFolder()
  for (const name of names) {
    const path = Buffer.concat([Buffer.from(`${root}/`), Buffer.from(name)])
    await mkdir(path.subarray(0, path.lastIndexOf('/')), { recursive: true })
    await writeFile(path, 'film')
  }
  const context = { folders: [root], signal: new AbortController().signal, getText: unused, getBytes: unused }
  const request = { path: root, subfolders: 'playlists' as const }
  const items: ImportItem[] = []
  for await (const page of folder.list(request, null, context)) items.push(...page.items)
  const playlists: ImportedPlaylist[] = []
  for await (const playlist of folder.playlists?.(request, context) ?? []) playlists.push(playlist)
  return { items, playlists, problems: items.flatMap(({ label, problem }) => (problem === undefined ? [] : [[label, problem]])) }
}

test('what cannot be imported is listed with a reason', async () => {
  const bad = Buffer.from([0x64, 0xfc])
  const { items, playlists, problems } = await filesIn([
    ...['a.mp4', 'tape.WMV', 'Trips/old.mpg', 'camera/clip.MTS', 'a.srt'],
    Buffer.concat([bad, Buffer.from('/c.mp4')]),
    Buffer.concat([bad, Buffer.from('.mp4')]),
    join(...Array.from({ length: 21 }, () => 'deep'), 'd.mp4'),
  ])
  expect(items.filter(({ problem }) => problem === undefined).map(({ label }) => label)).toEqual(['a.mp4'])
  expect(problems.sort()).toEqual([
    ['Trips/old.mpg', 'Files of this kind (.mpg) cannot be imported. Convert it to MP4, MOV, AVI, MKV or WebM first.'],
    ['camera/clip.MTS', expect.stringContaining('(.mts) cannot be imported')],
    [expect.stringMatching(/^(deep\/){21}$/), 'Folders are read 20 levels deep. Import this one by itself.'],
    ['d\ufffd.mp4', 'The name of this file is not valid text. Rename it.'],
    ['d\ufffd/', 'The name of this folder is not valid text. Rename it.'],
    ['tape.WMV', expect.stringContaining('(.wmv) cannot be imported')],
  ])
  expect(playlists).toEqual([])
})

test('what is none of a video is left out', async () => {
  const skipped = ['#recycle', '$RECYCLE.BIN', 'System Volume Information', 'lost+found', '@eaDir', '.Trash-1000', '__MACOSX']
  const { items } = await filesIn([
    ...skipped.map((name) => `${name}/gone.mp4`),
    ...[
      'access.log.1',
      'libfoo.so.6',
      'notes.2023',
      'film.mp4.part',
      '._film.mp4',
      'stream/1.ts',
      'stream/all.m3u8',
      'code/a.ts',
      'code/b.d.ts',
    ],
    ...['film.mp4', 'recording.ts', 'Recycled ideas/talk.mov'],
  ])
  expect(items.map(({ label, problem }) => [label, problem === undefined])).toEqual([
    ['film.mp4', true],
    ['recording.ts', false],
    ['Recycled ideas/talk.mov', true],
  ])
})
