import { expect, it } from 'vitest'
import { storyboardTrack } from './storyboard-track.ts'

it('maps every part of the video to a tile', () => {
  const plan = {
    every: 2,
    size: { width: 640, height: 360 },
    tile: { width: 160, height: 90 },
    columns: 2,
    rows: 2,
    grey: { width: 8, height: 8 },
  }
  expect(storyboardTrack([0, 2.04, 4], 3723.5, plan, 'sheet.jpg')).toBe(
    [
      'WEBVTT',
      '00:00:00.000 --> 00:00:02.040\nsheet.jpg#xywh=0,0,160,90',
      '00:00:02.040 --> 00:00:04.000\nsheet.jpg#xywh=160,0,160,90',
      '00:00:04.000 --> 01:02:03.500\nsheet.jpg#xywh=0,90,160,90\n',
    ].join('\n\n'),
  )
})
