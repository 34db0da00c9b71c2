import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../test-support/fake-browser.ts'
import { galleryPage, searchPage, videoId } from '../../../test-support/fake-videos.ts'
import { pass, resetAfterEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { GalleryPage } from './gallery-page.tsx'

beforeEach(() => {
  localStorage.clear()
  fakeBrowser()
  vi.useFakeTimers()
})
resetAfterEach()

const suggestions = {
  titles: [{ id: videoId(1), title: 'North wind' }],
  tags: ['North Séa'],
  people: [{ username: 'nora', name: 'nora' }],
}

async function type(text: string) {
  const seen = fakeApi({
    'GET /gallery/suggestions': () => ({ body: { success: true, ...suggestions } }),
    'GET /gallery/search': () => searchPage([]),
    'GET /gallery/videos': () => galleryPage([]),
  })
  showPage(<GalleryPage />, '/gallery', '/gallery')
  await pass(0)
  const box = screen.getByRole('combobox', { name: 'Search videos' })
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: text } })
  await pass(150)
  await pass(0)
  const press = (key: string) => fireEvent.keyDown(box, { key })
  const marked = () => document.getElementById(box.getAttribute('aria-activedescendant') ?? '')?.getAttribute('aria-label')
  return { seen, box, press, marked }
}

test('what is typed gets a list of videos, tags and people', async () => {
  const { seen, box } = await type('nor')
  expect(seen.filter(({ key }) => key === 'GET /gallery/suggestions').map(({ query }) => query)).toEqual(['?q=nor'])
  expect(box.getAttribute('aria-expanded')).toBe('true')
  const list = screen.getByRole('listbox', { name: 'Suggestions' })
  expect(box.getAttribute('aria-controls')).toBe(list.id)
  expect(
    within(list)
      .getAllByRole('option')
      .map((option) => option.getAttribute('aria-label')),
  ).toEqual(['Video: North wind', 'Tag: North Séa', 'Person: nora'])
  expect(screen.getByText('3 suggestions')).toBeTruthy()
})

test('arrows move through the list and back to the field, and Enter opens what is marked', async () => {
  const { box, press, marked } = await type('nor')
  expect(marked()).toBeUndefined()
  const path = ['ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'ArrowUp'].map((key) => {
    press(key)
    return marked()
  })
  expect(path).toEqual(['Video: North wind', 'Tag: North Séa', 'Person: nora', undefined, 'Person: nora', 'Tag: North Séa'])
  press('Enter')
  await pass(1000)
  expect(currentAddress()).toBe('/gallery?tag=north%20sea')
  expect([box.getAttribute('aria-expanded'), (box as HTMLInputElement).value]).toEqual(['false', ''])
})

test('Escape closes the list and keeps the text; without a mark, Enter searches', async () => {
  const { box, press } = await type('nor')
  press('Escape')
  expect([box.getAttribute('aria-expanded'), (box as HTMLInputElement).value]).toEqual(['false', 'nor'])
  const isUsed = !press('Enter')
  expect(isUsed).toBe(false)
  if (box instanceof HTMLInputElement && box.form) fireEvent.submit(box.form)
  await pass(0)
  expect(currentAddress()).toBe('/gallery?q=nor')
})

test('a click opens a suggestion, and the field that loses the focus closes the list', async () => {
  const { box } = await type('nor')
  fireEvent.blur(box)
  expect(box.getAttribute('aria-expanded')).toBe('false')
  fireEvent.change(box, { target: { value: 'nort' } })
  await pass(150)
  await pass(0)
  fireEvent.click(screen.getByRole('option', { name: 'Person: nora' }))
  await pass(0)
  expect(currentAddress()).toBe('/u/nora')
})
