import { expect, test } from 'vitest'
import { nameToSave } from './file-names.ts'

const original = { key: 'videos/one/original/source.mov', mime: 'video/mp4' }

test.each([
  ['A walk', '480p.mp4', 'A walk - 480p.mp4'],
  ['A walk', 'original', 'A walk - original.mov'],
  ['../../etc/passwd', 'thumbnail.jpg', 'etc passwd - thumbnail.jpg'],
  ['a\r\nSet-Cookie: b"; filename="x.exe', '480p.mp4', 'a Set-Cookie b ; filename= x.exe - 480p.mp4'],
  // Would be read backwards as if it ended in .mp4.
  ['holiday\u202e4pm.exe', '480p.mp4', 'holiday 4pm.exe - 480p.mp4'],
  ['...', '480p.mp4', 'video - 480p.mp4'],
  ['Ferienüßchen 👩‍🚀', 'preview.gif', 'Ferienüßchen 👩‍🚀 - preview.gif'],
  ['x'.repeat(300), 'metadata.json', `${'x'.repeat(120)} - metadata.json`],
])('a title and a kind of file make a name: %j', (title, name, expected) => {
  expect(nameToSave(title, name, original)).toBe(expected)
})

test.each([
  [{ key: 'videos/one/original/source.mp4', mime: 'video/mp4' }, 'A - original.mp4'],
  [{ key: 'videos/one/original/source.exe', mime: 'video/mp4' }, 'A - original.mp4'],
  [{ key: 'videos/one/original/source.avi', mime: 'video/mp4' }, 'A - original.mp4'],
  [{ key: 'videos/one/original/source', mime: 'video/webm' }, 'A - original.webm'],
  [{ key: 'videos/one/original/source.avi', mime: null }, 'A - original.avi'],
  [{ key: 'videos/one/original/source.html', mime: null }, 'A - original'],
])('an original ends as its type does: %j', (source, expected) => {
  expect(nameToSave('A', 'original', source)).toBe(expected)
})
