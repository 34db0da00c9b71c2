import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { StockHit } from '@video-forge/contract/stock'
import { useLocation } from 'react-router'
import { expect, test, vi } from 'vitest'
import { failure, fakeApi } from '../../../test-support/fake-api.ts'
import { resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { currentAddress, showPage } from '../../../test-support/show-page.tsx'
import { SearchPage } from './search-page.tsx'

signInBeforeEach()
resetAfterEach()

const hit = (id: number, tags = 'sea, waves, blue, calm, sky'): StockHit => ({
  id,
  tags,
  type: 'film',
  videos: { large: { thumbnail: `/stock/${id}.jpg`, url: `https://stock.example/${id}.mp4` } },
})
const found = (...hits: StockHit[]) => ({ body: { success: true, hits, provider: { name: 'Pixabay', url: 'https://pixabay.com' } } })

const box = () => screen.getByPlaceholderText<HTMLInputElement>('What kind of videos are you looking for?')
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Search/ })

const openPage = (handlers: Parameters<typeof fakeApi>[0] = {}, entry = '/search-video') => {
  const seen = fakeApi(handlers)
  showPage(<SearchPage />, '/search-video', entry)
  return seen
}

test('at first it invites, and there is nothing to press before there is something to look for', async () => {
  const seen = openPage()
  expect(screen.getByRole('heading', { level: 1, name: 'Discover Amazing Videos' })).toBeDefined()
  expect(screen.getByText('Ready to get started?')).toBeDefined()
  for (const note of ['HD Quality', 'Multiple Formats', 'Royalty Free']) expect(screen.getByText(note)).toBeDefined()
  expect(button().disabled).toBe(true)
  await userEvent.type(box(), '   {Enter}')
  expect(button().disabled).toBe(true)
  expect(seen).toEqual([])
})

test('a search goes into the address, says that it is busy, and shows cards with two tags each', async () => {
  let answer: (value: ReturnType<typeof found>) => void = () => {}
  const seen = openPage({ 'GET /stock/videos': () => new Promise((resolve) => (answer = resolve)) })
  await userEvent.type(box(), ' ocean {Enter}')
  expect(currentAddress()).toBe('/search-video?q=ocean')
  expect(button().textContent).toBe('Searching...')
  expect(button().disabled).toBe(true)
  expect(seen.map(({ key, query }) => [key, query])).toEqual([['GET /stock/videos', '?q=ocean']])
  answer(found(hit(1), hit(2, 'one')))
  const cards = await screen.findAllByRole('button', { name: /^Select/ })
  expect(cards.map((card) => [card.textContent, card.getAttribute('aria-label')])).toEqual([
    ['Select', 'Select sea, waves'],
    ['Select', 'Select one'],
  ])
  expect(screen.getByText('sea')).toBeDefined()
  expect(screen.getByText('waves')).toBeDefined()
  expect(screen.queryByText('blue')).toBeNull()
  expect(button().textContent).toBe('Search Videos')
  expect(screen.getByRole('link', { name: 'Pixabay' }).getAttribute('href')).toBe('https://pixabay.com')
  expect(document.activeElement).toBe(box())
})

test.each(['nature', 'city', 'ocean', 'mountains', 'technology', 'people'])('the chip %s searches', async (idea) => {
  const seen = openPage({ 'GET /stock/videos': () => found(hit(1)) })
  await userEvent.click(screen.getByRole('button', { name: idea }))
  await screen.findByRole('button', { name: /^Select/ })
  expect(seen[0]?.query).toBe(`?q=${idea}`)
  expect(box().value).toBe(idea)
})

test('searches at once for the query in the URL', async () => {
  openPage({ 'GET /stock/videos': () => found() }, '/search-video?q=unicorns')
  expect(box().value).toBe('unicorns')
  expect(await screen.findByText('No videos found')).toBeDefined()
  expect(screen.getByText('Try searching with different keywords')).toBeDefined()
})

test('a failure is only logged: the results stay, and the search can be repeated', async () => {
  const logged = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let fails = true
  openPage({
    'GET /stock/videos': ({ query }) => (fails && query === '?q=city' ? failure(503, 'UNAVAILABLE', 'Overloaded.') : found(hit(1))),
  })
  await userEvent.click(screen.getByRole('button', { name: 'city' }))
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.getByText('Ready to get started?')).toBeDefined()
  expect(screen.queryByRole('alert')?.textContent ?? '').toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'ocean' }))
  await screen.findByRole('button', { name: /^Select/ })
  await userEvent.click(screen.getByRole('button', { name: 'city' }))
  await waitFor(() => expect(logged).toHaveBeenCalledTimes(2))
  expect(screen.getByRole('button', { name: /^Select/ })).toBeDefined()
  expect(screen.queryByText('Overloaded.')).toBeNull()
  fails = false
  await userEvent.click(button())
  await waitFor(() => expect(button().textContent).toBe('Search Videos'))
  expect(logged).toHaveBeenCalledTimes(2)
})

test('the results of the search before cannot be selected while the next one runs', async () => {
  let answer: (value: ReturnType<typeof found>) => void = () => {}
  openPage({ 'GET /stock/videos': ({ query }) => (query === '?q=city' ? new Promise((resolve) => (answer = resolve)) : found(hit(1))) })
  await userEvent.click(screen.getByRole('button', { name: 'ocean' }))
  const list = (await screen.findByRole('button', { name: /^Select/ })).closest('ul')
  expect(list?.hasAttribute('inert')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'city' }))
  expect(list?.hasAttribute('inert')).toBe(true)
  answer(found(hit(2)))
  await waitFor(() => expect(document.querySelector('[inert]')).toBeNull())
})

test('pointing at a card or reaching it by keyboard plays its preview', async () => {
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  openPage({ 'GET /stock/videos': () => found(hit(1)) }, '/search-video?q=sea')
  const select = await screen.findByRole('button', { name: /^Select/ })
  const card = select.closest('li') as HTMLElement
  expect(card.querySelector('video')).toBeNull()
  fireEvent.pointerEnter(card, { pointerType: 'mouse' })
  const preview = card.querySelector('video')
  expect(preview).toMatchObject({ muted: true, loop: true, preload: 'none', src: 'https://stock.example/1.mp4' })
  expect(play).toHaveBeenCalled()
  fireEvent.pointerLeave(card)
  expect(card.querySelector('video')).toBeNull()
  select.focus()
  await waitFor(() => expect(card.querySelector('video')).not.toBeNull())
})

test('Select goes to the dashboard with the address of the file', async () => {
  const seenStates: unknown[] = []
  const Spy = () => {
    const { pathname, state } = useLocation()
    if (pathname === '/') seenStates.push(state)
    return null
  }
  fakeApi({ 'GET /stock/videos': () => found(hit(7)) })
  showPage(
    <>
      <SearchPage />
      <Spy />
    </>,
    '*',
    '/search-video?q=sea',
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Select/ }))
  expect(seenStates.at(-1)).toEqual({ videoUrl: 'https://stock.example/7.mp4' })
})
