import { expect, test } from 'vitest'
import { frameAt, parseStoryboard } from './parse-storyboard.ts'

const address = 'http://localhost/media/1/storyboard.vtt?token=a'

const text = `WEBVTT

00:00:00.000 --> 00:00:05.000
storyboard.jpg#xywh=0,0,160,90

2
00:05.000 --> 00:10.000 align:start
/other/place.jpg?x=1#xywh=pixel:160,0,160,90

01:00:00.500 --> 01:00:01.000
storyboard.jpg#xywh=320,90,160,90
`

test('reads times, addresses and areas', () => {
  expect(parseStoryboard(text, address)).toEqual([
    { start: 0, end: 5, url: 'http://localhost/media/1/storyboard.jpg', x: 0, y: 0, width: 160, height: 90 },
    { start: 5, end: 10, url: 'http://localhost/other/place.jpg?x=1', x: 160, y: 0, width: 160, height: 90 },
    { start: 3600.5, end: 3601, url: 'http://localhost/media/1/storyboard.jpg', x: 320, y: 90, width: 160, height: 90 },
  ])
})

test('lines may end in the way of Windows', () => {
  expect(parseStoryboard(text.replaceAll('\n', '\r\n'), address)).toHaveLength(3)
})

test.each([
  ['nothing', ''],
  ['a page instead of a storyboard', '<!doctype html><title>x</title>'],
  ['a cue without an area', 'WEBVTT\n\n00:00.000 --> 00:05.000\nstoryboard.jpg'],
  ['an area without size', 'WEBVTT\n\n00:00.000 --> 00:05.000\nstoryboard.jpg#xywh=0,0,0,90'],
  ['a cue that ends before it starts', 'WEBVTT\n\n00:05.000 --> 00:01.000\nstoryboard.jpg#xywh=0,0,160,90'],
  ['a cue without a picture', 'WEBVTT\n\n00:00.000 --> 00:05.000'],
])('%s gives no frame', (_, broken) => {
  expect(parseStoryboard(broken, address)).toEqual([])
})

test.each([
  [0, 0],
  [4.999, 0],
  [5, 1],
  [500, 1],
  [4000, 2],
])('at %d s it is frame %d', (seconds, index) => {
  const frames = parseStoryboard(text, address)
  expect(frameAt(frames, seconds)).toBe(frames[index])
})

test('without frames there is none', () => {
  expect(frameAt([], 3)).toBeUndefined()
})
