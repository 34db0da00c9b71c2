import { expect, test } from 'vitest'
import { errorStatus, Failure } from './errors.ts'

test('every code has a status that says whose fault it is', () => {
  for (const [code, status] of Object.entries(errorStatus)) {
    expect(status, code).toBeGreaterThanOrEqual(400)
    expect(status, code).toBeLessThan(600)
  }
  expect(Object.entries(errorStatus).filter(([, status]) => status >= 500)).toEqual([
    ['INTERNAL', 500],
    ['UNAVAILABLE', 503],
  ])
})

test('a failure carries its code, its status and what the answer needs beside the sentence', () => {
  const cause = new Error('the reason')
  const details = [{ field: 'email', message: 'Taken' }]
  const failure = new Failure('EMAIL_TAKEN', 'That address is taken.', { details, retryAfter: 7, extra: { hint: 1 }, cause })
  expect(failure).toBeInstanceOf(Error)
  expect(failure).toMatchObject({ code: 'EMAIL_TAKEN', status: 409, message: 'That address is taken.', details, retryAfter: 7, cause })
  expect(failure.extra).toEqual({ hint: 1 })
})

test('a failure without options has none', () => {
  const failure = new Failure('NOT_FOUND', 'Not found')
  expect(failure.status).toBe(404)
  expect([failure.details, failure.retryAfter, failure.extra, failure.cause]).toEqual([undefined, undefined, undefined, undefined])
})
