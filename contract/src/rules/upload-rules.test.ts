import { expect, test } from 'vitest'
import { isUploadName, uploadEndingOf, uploadProblem, uploadTypeOf } from './upload-rules.ts'

test.each([
  ['clip.mp4', 'video/mp4', 'video/mp4'],
  ['clip.MOV', '', 'video/quicktime'],
  ['clip.mkv', 'video/x-matroska', 'video/x-matroska'],
  ['clip.webm', 'video/webm', 'video/webm'],
  ['clip.webm', '', 'video/webm'],
  // What browsers and systems report for .mkv files.
  ['clip.mkv', '', 'video/x-matroska'],
  ['Clip.MKV', 'video/matroska', 'video/x-matroska'],
  ['clip.mkv', 'video/mkv', 'video/x-matroska'],
  ['clip.mkv', 'application/x-matroska', 'video/x-matroska'],
  ['clip.mkv', 'application/octet-stream', 'video/x-matroska'],
])('%s that is called "%s" is sent as %s', (name, type, expected) => {
  expect(uploadTypeOf({ name, type })).toBe(expected)
  expect(uploadProblem({ name, type, size: 5 })).toBeUndefined()
})

test.each([
  ['clip.flv', 'video/x-flv'],
  ['clip.flv', ''],
  ['clip', ''],
  ['notes.txt', 'application/octet-stream'],
  ['clip.mkv', 'text/plain'],
  ['clip.mka', 'audio/x-matroska'],
])('%s that is called "%s" is refused with the usual sentence', (name, type) => {
  expect(uploadProblem({ name, type, size: 5 })).toBe('Please select a valid video file (MP4, MOV, or AVI)')
})

test('a file is stored under the extension that fits it', () => {
  expect(['a.mkv', 'a.webm'].map(isUploadName)).toEqual([true, true])
  expect(uploadEndingOf({ name: 'a.mkv', type: 'video/x-matroska' })).toBe('mkv')
  expect(uploadEndingOf({ name: 'untitled', type: 'video/x-matroska' })).toBe('mkv')
  expect(uploadEndingOf({ name: 'untitled', type: 'video/webm' })).toBe('webm')
})
