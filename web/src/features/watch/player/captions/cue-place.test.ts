import { expect, test } from 'vitest'
import { placeOf, type ShownCue } from './cue-place.ts'

const cue: ShownCue = { text: '', line: 'auto', snapToLines: true, position: 'auto', align: 'center', size: 100 }

test.each<[string, Partial<ShownCue>, object | undefined]>([
  ['nothing', {}, undefined],
  ['the last line', { line: -1 }, undefined],
  ['near the bottom', { line: 90, snapToLines: false }, undefined],
  ['the first line', { line: 0 }, { top: '0%', left: '0%', width: '100%', textAlign: 'center' }],
  ['a share of the height', { line: 20, snapToLines: false }, { top: '20%', left: '0%', width: '100%', textAlign: 'center' }],
  ['the third line from below', { line: -3, align: 'left' }, { bottom: '12%', left: '0%', maxWidth: '100%', textAlign: 'left' }],
  ['on the left', { align: 'start', position: 10, size: 40 }, { bottom: 0, left: '10%', maxWidth: '40%', textAlign: 'start' }],
  ['on the right', { align: 'end', position: 90 }, { bottom: 0, right: '10%', maxWidth: '90%', textAlign: 'end' }],
  ['around a place', { position: 25, size: 30 }, { bottom: 0, left: '10%', width: '30%', textAlign: 'center' }],
])('%s', (_, parts, place) => {
  expect(placeOf({ ...cue, ...parts })).toEqual(place)
})
