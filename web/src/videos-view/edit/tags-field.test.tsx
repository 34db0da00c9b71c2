import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { fakeApi } from '../../../test-support/fake-api.ts'
import { fakeBrowser } from '../../../test-support/fake-browser.ts'
import { pass, resetAfterEach } from '../../../test-support/page-test.ts'
import { showPage } from '../../../test-support/show-page.tsx'
import { TagsField } from './tags-field.tsx'

beforeEach(() => {
  fakeBrowser()
  vi.useFakeTimers()
})
resetAfterEach()

function Form() {
  const [value, setValue] = useState('Café, ')
  return <TagsField value={value} onChange={setValue} error={undefined} />
}

test('tags are suggested for the one that is being typed, without those that are there', async () => {
  const seen = fakeApi({
    'GET /gallery/suggestions': () => ({ body: { success: true, titles: [], tags: ['CAFE', 'North Sea', 'Norway'], people: [] } }),
  })
  showPage(<Form />, '/', '/')
  const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Tags' })
  fireEvent.focus(box)
  fireEvent.change(box, { target: { value: 'Café, nor' } })
  await pass(150)
  await pass(0)
  expect(seen.at(-1)?.query).toBe('?q=nor&only=tags')
  expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'))).toEqual(['Tag: North Sea', 'Tag: Norway'])
  fireEvent.keyDown(box, { key: 'ArrowDown' })
  fireEvent.keyDown(box, { key: 'Enter' })
  expect(box.value).toBe('Café, North Sea, ')
})
