import { assetTypes } from '@video-forge/contract/jobs'
import { outputFormats, playlistFile, renditionFile } from '@video-forge/contract/rules/formats'
import { describe, expect, test } from 'vitest'
import { assetName, mediaFolder, mediaItem, parseFolder, parseMediaPath, withoutGrant } from './media-address.ts'

const id = '01900000-0000-7000-8000-000000000000'

describe('file names', () => {
  test.each(assetTypes)('%s has a name that leads back to it', (type) => {
    expect(mediaItem(assetName[type])).toEqual({ kind: 'asset', type })
  })

  test.each(outputFormats)('%s has a rendition and a playlist', (format) => {
    expect(mediaItem(renditionFile(format))).toMatchObject({ kind: 'asset' })
    expect(mediaItem(playlistFile(format))).toEqual({ kind: 'playlist', format })
  })

  test.each(['', 'constructor', '__proto__', 'original.mp4', '8k.mp4'])('%j names nothing', (name) => {
    expect(mediaItem(name)).toBeUndefined()
  })
})

test('parses what it composes', () => {
  expect(mediaFolder(id, 0)).toBe(`/media/${id}/public`)
  expect(parseMediaPath(`${mediaFolder(id, 0, 'watch.1.x')}/720p.mp4`)).toEqual({ videoId: id, grant: 'watch.1.x', name: '720p.mp4' })
})

test('a later version of the files has a folder of its own', () => {
  expect(mediaFolder(id, 2)).toBe(`/media/${id}/public~2`)
  expect(parseFolder('public')).toEqual({ grant: 'public', filesVersion: 0 })
  expect(parseFolder('watch.1.x~12')).toEqual({ grant: 'watch.1.x', filesVersion: 12 })
  for (const folder of ['public~0', 'public~', '~1', 'public~1~2', 'public~1e9', 'public~-1']) expect(parseFolder(folder)).toBeUndefined()
})

test.each([`/media/${id}`, `/media/${id}/public/a/b`, `/media/${id}/public/720p.mp4?download`, '/video/1/2/3', '/media///'])(
  '%s is no plain media path',
  (path) => {
    expect(parseMediaPath(path)).toBeUndefined()
  },
)

test('leaves signed grants out of logged paths, and only those', () => {
  expect(withoutGrant(`/media/${id}/watch.1.secret/720p.mp4`)).toBe(`/media/${id}/…/720p.mp4`)
  for (const folder of ['public', 'public~3']) {
    expect(withoutGrant(`/media/${id}/${folder}/720p.mp4`)).toBe(`/media/${id}/${folder}/720p.mp4`)
  }
})
