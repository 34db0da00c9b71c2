import { expect, test } from 'vitest'
import { readEmbedOptions, shownColor } from './embed-options.ts'

const read = (query: string) => readEmbedOptions(new URLSearchParams(query))

test('without options a player is as it was', () => {
  expect(read('')).toEqual({
    color: undefined,
    startsByItself: false,
    startsMuted: false,
    loops: false,
    captions: undefined,
    hasControls: true,
  })
})

test('reads what is on, off and named', () => {
  expect(read('autoplay=1&muted=true&loop&captions=pt-BR&controls=0&color=f60')).toEqual({
    color: '#ff6600',
    startsByItself: true,
    startsMuted: true,
    loops: true,
    captions: 'pt-BR',
    hasControls: false,
  })
  expect(read('captions=off&autoplay=0').captions).toBeNull()
  expect(read('captions=<b>').captions).toBeUndefined()
})

test('a colour is made lighter until it is seen, and nothing else than a colour is used', () => {
  expect(shownColor('#ff6600')).toBe('#ff6600')
  expect(shownColor('000000')).toMatch(/^#([4-9a-f][0-9a-f]){3}$/)
  for (const text of ['red', 'url(x)', 'ff66', '#ff66001', '', null]) expect(shownColor(text)).toBeUndefined()
})
