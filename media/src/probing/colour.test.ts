import { describe, expect, it } from 'vitest'
import { someSource } from '../testing/some-source.ts'
import { bitDepthOf, chromaOf, outputTags, readColour } from './colour.ts'

describe('colour', () => {
  it.each([
    ['yuv420p', 8, '4:2:0'],
    ['yuvj422p', 8, '4:2:2'],
    ['yuv420p10le', 10, '4:2:0'],
    ['yuva444p12le', 12, '4:4:4'],
    ['gbrp', 8, 'rgb'],
    ['gbrp10le', 10, 'rgb'],
    ['gray', 8, '4:0:0'],
    ['gray16le', 16, '4:0:0'],
    ['p010le', 10, '4:2:0'],
    ['rgb48be', 16, 'rgb'],
    ['pal8', 8, 'rgb'],
  ])('%s is %i bit %s', (name, depth, chroma) => {
    expect(bitDepthOf(name)).toBe(depth)
    expect(chromaOf(name)).toBe(chroma)
  })

  it('recognizes HDR by its curve and wide colour by its primaries', () => {
    const words = { colourRange: 'tv', colourPrimaries: 'bt2020', colourMatrix: 'bt2020nc' }
    expect(readColour({ ...words, colourTransfer: 'smpte2084' }, 'yuv420p10le').range).toBe('pq')
    expect(readColour({ ...words, colourTransfer: 'arib-std-b67' }, 'yuv420p10le').range).toBe('hlg')
    expect(readColour({ ...words, colourTransfer: 'bt2020-10' }, 'yuv420p10le').range).toBe('wide')
  })

  it('names the colours of silent files by the size of the source, not of the rung', () => {
    const silent = { primaries: undefined, transfer: undefined, matrix: undefined, fullRange: false, range: 'sdr' as const }
    expect(outputTags(someSource({ video: { colour: silent } }).video).matrix).toBe('bt709')
    expect(outputTags(someSource({ video: { colour: silent, stored: { width: 720, height: 576 } } }).video).matrix).toBe('smpte170m')
  })
})
