import { formatOfType, formatTable, outputFormats, renditionTypes } from '@video-forge/contract/rules/formats'
import { formats, formatTable as mediaTable } from '@video-forge/media/planning/formats'
import { expect, it } from 'vitest'

it('has the same formats, heights and labels in contract and media, in the same order', () => {
  expect(Object.entries(mediaTable)).toEqual(Object.entries(formatTable).map(([format, { height, label }]) => [format, { height, label }]))
  expect(formats).toEqual(outputFormats)
})

it('lists the formats from the tallest to the lowest', () => {
  const heights = outputFormats.map((format) => formatTable[format].height)
  expect(heights).toEqual(heights.toSorted((a, b) => b - a))
})

it('gives each format an asset type of its own', () => {
  expect(new Set(renditionTypes).size).toBe(outputFormats.length)
  for (const format of outputFormats) expect(formatOfType(formatTable[format].assetType)).toBe(format)
  expect(formatOfType('GIF')).toBeUndefined()
})
