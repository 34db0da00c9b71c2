/**
 * The formats people choose, tallest first. A format names the short side: a phone's 1080 × 1920 is 1080p. The same rows as in
 * contract/src/rules/formats.ts, because media imports no other workspace; tests/formats.test.ts compares the two.
 */
export const formatTable = {
  '4k': { height: 2160, label: '4K' },
  '1080p': { height: 1080, label: '1080p' },
  '720p': { height: 720, label: '720p' },
  '480p': { height: 480, label: '480p' },
} as const

export type Format = keyof typeof formatTable

const isFormat = (name: string): name is Format => Object.hasOwn(formatTable, name)

export const formats: readonly Format[] = Object.keys(formatTable).filter(isFormat)
