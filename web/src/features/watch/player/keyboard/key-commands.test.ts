import { expect, test } from 'vitest'
import { type Command, commandOf, handlesKey } from './key-commands.ts'

const press = (key: string, held: Partial<Record<'ctrlKey' | 'altKey' | 'metaKey', boolean>> = {}) =>
  commandOf({ key, ctrlKey: false, altKey: false, metaKey: false, ...held })

test.each<[string, Command | undefined]>([
  [' ', { kind: 'toggle' }],
  ['k', { kind: 'toggle' }],
  ['K', { kind: 'toggle' }],
  ['j', { kind: 'seek', seconds: -10 }],
  ['l', { kind: 'seek', seconds: 10 }],
  ['ArrowLeft', { kind: 'seek', seconds: -5 }],
  ['ArrowRight', { kind: 'seek', seconds: 5 }],
  ['ArrowUp', { kind: 'volume', by: 0.05 }],
  ['ArrowDown', { kind: 'volume', by: -0.05 }],
  ['f', { kind: 'fullscreen' }],
  ['m', { kind: 'mute' }],
  ['0', { kind: 'jump', share: 0 }],
  ['7', { kind: 'jump', share: 0.7 }],
  [',', { kind: 'frame', by: -1 }],
  ['.', { kind: 'frame', by: 1 }],
  ['<', { kind: 'speed', by: -1 }],
  ['>', { kind: 'speed', by: 1 }],
  ['?', { kind: 'help' }],
  ['Home', { kind: 'jump', share: 0 }],
  ['End', { kind: 'jump', share: 1 }],
  ['c', { kind: 'captions' }],
  ['T', { kind: 'theatre' }],
  ['i', { kind: 'pictureInPicture' }],
  ['x', undefined],
  ['Enter', undefined],
  ['F5', undefined],
  ['constructor', undefined],
])('%s', (key, command) => {
  expect(press(key)).toEqual(command)
})

test.each(['ctrlKey', 'altKey', 'metaKey'] as const)('with %s a key belongs to the browser', (held) => {
  expect(press('f', { [held]: true })).toBeUndefined()
})

const within = (html: string): Element | null => {
  document.body.innerHTML = html
  return document.querySelector('[data-here]')
}

test.each([
  ['<input data-here>', 'k', true],
  ['<textarea data-here></textarea>', 'm', true],
  ['<select data-here></select>', 'ArrowUp', true],
  ['<div contenteditable="true" data-here></div>', '5', true],
  ['<div role="dialog"><p data-here></p></div>', 'f', true],
  ['<div role="menu"><div data-here></div></div>', 'ArrowDown', true],
  ['<button data-here></button>', ' ', true],
  ['<button data-here></button>', 'k', false],
  ['<a href="/x"><span data-here></span></a>', ' ', true],
  ['<div role="slider" data-here></div>', 'ArrowLeft', true],
  ['<div role="slider" data-here></div>', ' ', false],
  ['<input type="range" data-here>', 'ArrowUp', true],
  ['<input type="range" data-here>', 'k', false],
  ['<video data-here></video>', ' ', false],
  ['<video data-here></video>', 'ArrowUp', false],
  ['<h1 tabindex="-1" data-here></h1>', ' ', false],
])('in %s the key %j has a use of its own: %s', (html, key, own) => {
  expect(handlesKey(within(html), key)).toBe(own)
})
