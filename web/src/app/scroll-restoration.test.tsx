import { act, cleanup, render } from '@testing-library/react'
import { MemoryRouter, type NavigateFunction, useNavigate } from 'react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeBrowser } from '../../test-support/fake-browser.ts'
import { useScrollRestoration } from './scroll-restoration.ts'

let navigate: NavigateFunction
function Page() {
  useScrollRestoration()
  navigate = useNavigate()
  return null
}

beforeEach(() => {
  fakeBrowser()
  sessionStorage.clear()
  let top = 0
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top)
  vi.stubGlobal('scrollTo', (_left: number, next: number) => {
    top = next
    window.dispatchEvent(new Event('scroll'))
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const go = (to: string | number) => act(async () => void (typeof to === 'number' ? navigate(to) : navigate(to)))

test('each address has its own position', async () => {
  render(
    <MemoryRouter initialEntries={['/gallery']}>
      <Page />
    </MemoryRouter>,
  )
  window.scrollTo(0, 500)
  await go('/gallery?q=sea')
  expect(window.scrollY, 'a new query keeps it').toBe(500)
  window.scrollTo(0, 120)
  await go('/video/1')
  expect(window.scrollY, 'a new page starts at its top').toBe(0)
  await go(-1)
  expect(window.scrollY).toBe(120)
  await go(-1)
  expect(window.scrollY).toBe(500)
})
