import { expect, it } from 'vitest'
import { av1CodecString } from './av1-codec.ts'

const view = (...bytes: number[]): DataView => new DataView(Uint8Array.from(bytes).buffer)
const colours = (primaries: number, transfer: number, matrix: number, range: number): DataView =>
  view(...Buffer.from('nclx'), 0, primaries, 0, transfer, 0, matrix, range)

it('names profile, level, tier and depth, and the colours where they are not the usual ones', () => {
  const usual = view(0x81, 0x08, 0x0c, 0)
  expect(av1CodecString(usual, undefined)).toBe('av01.0.08M.08')
  expect(av1CodecString(usual, colours(1, 1, 1, 0))).toBe('av01.0.08M.08')
  expect(av1CodecString(usual, colours(6, 6, 6, 0))).toBe('av01.0.08M.08.0.110.06.06.06.0')
  expect(av1CodecString(view(0x81, 0x2d, 0xcd, 0), colours(9, 16, 9, 0x80))).toBe('av01.1.13H.10.0.111.09.16.09.1')
})
