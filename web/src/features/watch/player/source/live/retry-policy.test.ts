import { expect, test } from 'vitest'
import { isLost, retryPolicies } from './retry-policy.ts'

/** What a browser says of a server that does not answer. */
const refused = { url: '', code: 0 }
const { playlistLoadPolicy, fragLoadPolicy } = retryPolicies

test('a chunk that cannot be loaded is never left out, whatever the answer and however often', () => {
  const { errorRetry, timeoutRetry } = fragLoadPolicy.default
  for (const response of [refused, { url: '', code: 503 }, { url: '', code: 429 }, undefined])
    for (const retry of [errorRetry, timeoutRetry]) expect(retry.shouldRetry?.(retry, 1000, false, response, false)).toBe(true)
})

test('a playlist is asked for again while the server restarts, but not for ever', () => {
  const { errorRetry } = playlistLoadPolicy.default
  expect(errorRetry.shouldRetry?.(errorRetry, 0, false, refused, false)).toBe(true)
  expect(errorRetry.shouldRetry?.(errorRetry, errorRetry.maxNumRetry, false, refused, false)).toBe(false)
})

test('a chunk that was asked for in vain for a while is a lost connection', () => {
  expect(isLost({ errorAction: { retryCount: 3 } })).toBe(false)
  expect(isLost({ errorAction: { retryCount: 8 } })).toBe(true)
  expect(isLost({})).toBe(false)
})
