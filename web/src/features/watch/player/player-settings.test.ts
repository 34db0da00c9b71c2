import { afterEach, expect, test, vi } from 'vitest'
import { parseSettings, readSettings, rememberSettings } from './player-settings.ts'

const sound = { volume: 1, muted: false }
const captions = { captions: null, captionLanguage: null, captionStyle: { size: 'medium', background: 'dim' } }
const defaults = { ...sound, ...captions, speed: 1, quality: 'auto', isTheatre: false, hasShortcuts: true, bandwidth: null }

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test.each<[string | null, object]>([
  [null, defaults],
  ['', defaults],
  ['{', defaults],
  ['null', defaults],
  ['[]', defaults],
  ['7', defaults],
  ['{"volume":0.3,"muted":true,"speed":1.5,"quality":"480p"}', { ...defaults, volume: 0.3, muted: true, speed: 1.5, quality: '480p' }],
  ['{"quality":"720p","volume":0.3}', { ...defaults, volume: 0.3 }],
  ['{"quality":"720p","version":2}', { ...defaults, quality: '720p' }],
  [
    '{"captions":"de","isTheatre":true,"hasShortcuts":false,"bandwidth":9}',
    { ...defaults, captions: 'de', isTheatre: true, hasShortcuts: false, bandwidth: 9 },
  ],
  [
    '{"captionLanguage":"fr","captionStyle":{"size":"huge","background":"none"}}',
    { ...defaults, captionLanguage: 'fr', captionStyle: { size: 'huge', background: 'none' } },
  ],
  ['{"captionLanguage":7,"captionStyle":{"size":"x","background":1}}', defaults],
  ['{"captions":7,"isTheatre":"yes","hasShortcuts":null,"bandwidth":-1}', defaults],
  ['{"volume":7,"muted":"yes","speed":0,"quality":"144p"}', defaults],
  ['{"volume":-1,"speed":"2","quality":"4k"}', { ...defaults, quality: '4k' }],
])('%s', (text, settings) => {
  expect(parseSettings(text)).toEqual(settings)
})

test('a change keeps the rest', () => {
  rememberSettings({ volume: 0.4 })
  rememberSettings({ quality: 'original' })
  expect(readSettings()).toEqual({ ...defaults, volume: 0.4, quality: 'original' })
})

test('closed storage changes nothing', () => {
  vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('closed', 'SecurityError')
  })
  rememberSettings({ volume: 0.4 })
  expect(readSettings()).toEqual(defaults)
})
