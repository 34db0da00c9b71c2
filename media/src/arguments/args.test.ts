import { expect, it } from 'vitest'
import { args } from './args.ts'

it('separates arguments at the blanks of the template, not at those of a value', () => {
  expect(args`-i ${'my film.mp4'} -crf ${23}`).toEqual(['-i', 'my film.mp4', '-crf', '23'])
})

it('joins a value with the text beside it', () => {
  expect(args`-map [${'a b'}] -t ${1}:${2}`).toEqual(['-map', '[a b]', '-t', '1:2'])
})

it('puts a list in its place, item by item', () => {
  expect(args`-y ${['-g', '60 x']} ${[]} out.mp4`).toEqual(['-y', '-g', '60 x', 'out.mp4'])
})

it('keeps an empty value as an argument', () => {
  expect(args`-metadata ${''} -y`).toEqual(['-metadata', '', '-y'])
})

it('reads a template over several lines', () => {
  expect(args`
    -hide_banner
    -y
  `).toEqual(['-hide_banner', '-y'])
})
