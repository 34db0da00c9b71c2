import { cleanup, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyPage } from './lazy-page.ts'

afterEach(cleanup)

const Content = () => <p>content</p>
const show = (Page: ReturnType<typeof lazyPage>) =>
  render(
    <Suspense fallback={<p>loading</p>}>
      <Page />
    </Suspense>,
  )

test('a page is loaded when it is first shown', async () => {
  const load = vi.fn(async () => Content)
  show(lazyPage(load))
  expect(screen.getByText('loading')).toBeDefined()
  await screen.findByText('content')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a page that is there already is shown without a pause', async () => {
  const Page = lazyPage(async () => Content)
  await Page.preload()
  show(Page)
  expect(screen.queryByText('loading')).toBeNull()
  expect(screen.getByText('content')).toBeDefined()
})

test('a page that could not be loaded ahead is tried again when it is shown', async () => {
  const load = vi.fn(async () => Content).mockRejectedValueOnce(new Error('offline'))
  const Page = lazyPage(load)
  await expect(Page.preload()).rejects.toThrow('offline')
  show(Page)
  await screen.findByText('content')
})
