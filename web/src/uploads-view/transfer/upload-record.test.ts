import { beforeEach, expect, test } from 'vitest'
import { emptyDetails, titleOf } from '../queue/upload-details.ts'
import { otherFileProblem, removeRecord, savedRecords, saveRecord, type UploadRecord } from './upload-record.ts'

beforeEach(() => localStorage.clear())

const id = '0190a000-0000-7000-8000-0000000000aa'
const record = (parts: Partial<UploadRecord> = {}): UploadRecord => ({
  s3Key: `uploads/${id}/original.mp4`,
  resumableUrl: `/upload/${id}`,
  filename: 'clip.mp4',
  size: 100,
  lastModified: 7,
  expiresAt: '2100-01-01T00:00:00.000Z',
  stage: 'sending',
  details: { ...emptyDetails(), title: 'My clip', outputFormats: ['720p'] },
  isPublishing: false,
  replaces: undefined,
  ...parts,
})

test('stores a record per user, with its draft, and removes it', () => {
  saveRecord('ada', record())
  expect(savedRecords('ada')).toEqual([record()])
  expect(savedRecords('bob')).toEqual([])
  removeRecord('ada', record())
  expect(savedRecords('ada')).toEqual([])
})

test('what came too late or cannot be read is dropped; a video waits for its details for ever', () => {
  saveRecord('ada', record({ expiresAt: '2020-01-01T00:00:00.000Z' }))
  localStorage.setItem('video_forge_upload_ada_x', '{"s3Key":"../etc"}')
  localStorage.setItem('video_forge_upload_ada_y', 'nonsense')
  expect(savedRecords('ada')).toEqual([])
  expect(localStorage.length).toBe(0)
  saveRecord('ada', record({ expiresAt: '2020-01-01T00:00:00.000Z', stage: 'confirmed' }))
  expect(savedRecords('ada')).toHaveLength(1)
})

test.each([
  [{ name: 'clip.mp4', size: 100, lastModified: 7 }, undefined],
  [
    { name: 'other.mp4', size: 100, lastModified: 7 },
    'This is a different file. Please choose "clip.mp4" again, or discard the earlier upload.',
  ],
  [
    { name: 'clip.mp4', size: 99, lastModified: 7 },
    'This is a different file. Please choose "clip.mp4" again, or discard the earlier upload.',
  ],
  [
    { name: 'clip.mp4', size: 100, lastModified: 8 },
    '"clip.mp4" has changed since its upload started. Please discard the earlier upload and start again.',
  ],
])('%j', (file, sentence) => {
  expect(otherFileProblem(record(), file)).toBe(sentence)
})

test.each([
  ['holiday.mp4', 'holiday'],
  ['a.b.c.mov', 'a.b.c'],
  ['.mp4', '.mp4'],
  ['plain', 'plain'],
  [`${'x'.repeat(150)}.mp4`, 'x'.repeat(100)],
])('the first title of %s', (filename, title) => {
  expect(titleOf(filename)).toBe(title)
})
