import { fireEvent, screen } from '@testing-library/react'
import type { Output } from '@video-forge/contract/endpoints'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { pass, resetAfterEach, signInBeforeEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { CaptionChoiceFields } from './caption-choice-fields.tsx'
import { changedCaptionChoice, noCaptionChoice, readCaptionChoice } from './caption-choice-values.ts'

signInBeforeEach()
beforeEach(() => void vi.useFakeTimers())
resetAfterEach()

function Form() {
  const [value, setValue] = useState(noCaptionChoice)
  return (
    <>
      <CaptionChoiceFields value={value} onChange={setValue} />
      <output>{JSON.stringify(changedCaptionChoice(value))}</output>
    </>
  )
}
const sent = () => JSON.parse(screen.getAllByRole('status').find((each) => each.tagName === 'OUTPUT')?.textContent ?? '')

async function show(parts: Partial<Output<'GET /captions/automatic'>> = {}) {
  fakeApi({ 'GET /captions/automatic': () => ({ body: { success: true, mode: 'auto', languages: ['en'], siteLanguage: null, ...parts } }) })
  showPage(<Form />, '/')
  await pass(0)
}
const choose = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })

test.each(['manual', 'off'] as const)('nothing is asked where captions are %s', async (mode) => {
  await show({ mode })
  expect(screen.queryByText('Automatic captions')).toBeNull()
})

test('what will happen is said, and only what was chosen is sent', async () => {
  await show()
  expect(sent()).toEqual({})
  expect(screen.getByText(/if the file says which language is spoken. Otherwise choose the language here/)).toBeDefined()
  choose('Spoken language', 'de')
  expect(screen.getByText('None are made in German. This site makes them in English.')).toBeDefined()
  expect(sent()).toEqual({ language: 'de' })
  choose('Spoken language', 'en')
  expect(screen.getByText('Made in English once the video is ready.')).toBeDefined()
  choose('Make captions', 'off')
  expect(screen.getByText('No captions are made unless you ask for them.')).toBeDefined()
  expect(sent()).toEqual({ captions: 'off', language: 'en' })
  choose('Make captions', 'auto')
  choose('Spoken language', '')
  expect(sent()).toEqual({})
})

test('the language of the site, many languages, and none at all', async () => {
  await show({ languages: ['en', 'de', 'fr', 'ja', 'ko'], siteLanguage: 'de' })
  expect(screen.getByText(/Otherwise it counts as German. This site makes them in English, German, and 3 other languages./)).toBeDefined()
})

test('a site whose model cannot be used says so', async () => {
  await show({ languages: [] })
  expect(screen.getByText('Captions cannot be made on this site at the moment.')).toBeDefined()
})

test('a choice in local storage may be anything', () => {
  expect([undefined, null, 'x', { captions: 'off', language: '<b>' }, { language: 'de' }].map(readCaptionChoice)).toEqual([
    noCaptionChoice,
    noCaptionChoice,
    noCaptionChoice,
    { captions: 'off', language: '' },
    { captions: 'auto', language: 'de' },
  ])
})
