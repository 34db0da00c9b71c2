import { expect, test } from 'vitest'
import { normalizeDomain, normalizeDomains } from './embed-domains.ts'

test.each([
  ['example.com', 'example.com'],
  ['http://example.com:80', 'example.com'],
  ['https://Example.com:443/path?query', 'example.com'],
  ['*.example.com', '*.example.com'],
  ['localhost:5173', 'localhost:5173'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['*.com', undefined],
  ["example.com'; script-src *", undefined],
  ['user@example.com', undefined],
])('%s is stored as %s', (typed, stored) => expect(normalizeDomain(typed)).toBe(stored))

test('all names together fit into a header', () => {
  const long = Array.from({ length: 50 }, (_, index) => `${'a'.repeat(60)}.${'b'.repeat(60)}.site${index}.com`)
  expect(() => normalizeDomains(long)).toThrow('together')
})
