import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { CodeInput } from './code-input.tsx'

afterEach(cleanup)

function Example() {
  const [value, setValue] = useState('')
  return <CodeInput aria-label="Verification Code" length={6} value={value} onValueChange={setValue} />
}

const input = () => screen.getByLabelText<HTMLInputElement>('Verification Code')
const boxes = (container: HTMLElement) => Array.from(container.querySelectorAll('span'), (box) => box.textContent)

test.each([
  ['123456', '123456'],
  ['123 456', '123456'],
  ['Your code: 98-76-54.', '987654'],
  ['12345678', '123456'],
])('a pasted %s fills the boxes', async (pasted, expected) => {
  const { container } = render(<Example />)
  await userEvent.click(input())
  await userEvent.paste(pasted)
  expect(input().value).toBe(expected)
  expect(boxes(container)).toEqual(expected.split(''))
})

test('only digits go in, one to a box', async () => {
  const { container } = render(<Example />)
  await userEvent.type(input(), '1a2b')
  expect(boxes(container)).toEqual(['1', '2', '', '', '', ''])
})

test('backspace takes the last digit out', async () => {
  render(<Example />)
  await userEvent.type(input(), '123{Backspace}')
  expect(input().value).toBe('12')
})
