import { cleanup, render, screen } from '@testing-library/react'
import { type ComponentType, createElement } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { onDemand } from './on-demand.tsx'
import { currentToasts } from './toast-store.ts'

afterEach(cleanup)

const Part = ({ name, open }: { name: string; open: boolean }) => open && <p>Part {name}</p>

/** Code that arrives when the test says so. */
function late() {
  let arrive: (part: typeof Part) => void = () => {}
  const load = vi.fn(() => new Promise<typeof Part>((resolve) => (arrive = resolve)))
  return { load, arrive: () => arrive(Part) }
}

const show = (OnDemand: ComponentType<{ name: string; open: boolean; onOpenChange: (open: boolean) => void }>, open: boolean) =>
  createElement(OnDemand, { name: 'one', open, onOpenChange: () => undefined })

test('loads nothing until it is opened, and keeps its place meanwhile', async () => {
  const { load, arrive } = late()
  const OnDemand = onDemand<{ name: string; open: boolean }>(load, <p>Place</p>)
  const { rerender } = render(show(OnDemand, false))
  expect(load).not.toHaveBeenCalled()
  expect(screen.queryByText('Place')).toBeNull()
  rerender(show(OnDemand, true))
  expect(screen.getByText('Place')).toBeTruthy()
  arrive()
  await screen.findByText('Part one')
  expect(screen.queryByText('Place')).toBeNull()
})

test('can be loaded before it is opened, and a failure of that is not reported', async () => {
  const load = vi.fn(() => Promise.reject<typeof Part>(new Error('offline')))
  const OnDemand = onDemand<{ name: string; open: boolean }>(load)
  OnDemand.preload()
  expect(load).toHaveBeenCalledTimes(1)
  await Promise.resolve()
  expect(currentToasts()).toEqual([])
})
