import { expect, test } from 'vitest'
import { decodeDocument } from './decode-document.ts'

const latin = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(text, 'utf16le')
const xml = (encoding: string, text: string) => `<?xml version="1.0" encoding="${encoding}"?><title>${text}</title>`
/** A text of Cyrillic and Japanese letters, in encodings of their own. */
const [cyrillic, japanese] = [Buffer.from([0xcf, 0xf0, 0xe8]), Buffer.from([0x93, 0xfa, 0x96, 0x7b])]

test.each([
  ['UTF-8', Buffer.from('Été – 日本'), undefined, 'Été – 日本'],
  ['UTF-8 with its mark', Buffer.from('\ufeff{"a": 1}'), 'application/json', '{"a": 1}'],
  ['ISO-8859-1 by its server', latin('Été'), 'text/xml; charset=ISO-8859-1', 'Été'],
  ['ISO-8859-1 by itself', latin(xml('ISO-8859-1', 'Été')), 'text/xml', xml('ISO-8859-1', 'Été')],
  ['Windows-1252', Buffer.from([0x93, 0xc9, 0x94]), 'text/plain', '“É”'],
  ['Windows-1252 that nobody names', latin(xml('utf-8', 'Été')), 'text/xml; charset=utf-8', xml('utf-8', 'Été')],
  ['UTF-8 that is called ISO-8859-1', Buffer.from('Été'), 'text/xml; charset="iso-8859-1"', 'Été'],
  ['UTF-8 that is called Windows-1251', Buffer.from('Привет'), 'text/xml; charset=windows-1251', 'Привет'],
  ['UTF-16 with its mark', utf16(`\ufeff${xml('UTF-16', 'Été')}`), 'text/xml; charset=utf-8', xml('UTF-16', 'Été')],
  ['UTF-16 without it', utf16(xml('UTF-16', 'Été')), 'text/xml', xml('UTF-16', 'Été')],
  ['UTF-8 that calls itself UTF-16', Buffer.from(xml('UTF-16', 'Été')), undefined, xml('UTF-16', 'Été')],
  ['Windows-1251', cyrillic, 'text/xml;charset=windows-1251', 'При'],
  ['ISO-8859-2', Buffer.from([0xb1]), 'text/xml; charset=iso-8859-2', 'ą'],
  ['Shift_JIS', japanese, 'text/xml; charset=Shift_JIS', '日本'],
  [
    'Shift_JIS by itself',
    Buffer.concat([latin("<?xml version='1.0' encoding='Shift_JIS'?>"), japanese]),
    undefined,
    "<?xml version='1.0' encoding='Shift_JIS'?>日本",
  ],
  ['an encoding that nobody knows', Buffer.from('Été'), 'text/xml; charset=klingon', 'Été'],
])('%s', (_encoding, bytes, contentType, text) => {
  expect(decodeDocument(bytes, contentType)).toBe(text)
})
