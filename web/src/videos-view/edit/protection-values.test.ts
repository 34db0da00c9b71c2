import { expect, test } from 'vitest'
import { changedProtection, protectionOf, protectionProblems } from './protection-values.ts'

const before = protectionOf({ embedDomains: ['shop.example'] })

test('only what was changed is sent', () => {
  expect(changedProtection(before, before)).toEqual({})
  expect(changedProtection({ ...before, password: 'open sesame' }, before)).toEqual({ password: 'open sesame' })
  expect(changedProtection({ ...before, password: 'typed', removesPassword: true }, before)).toEqual({ password: null })
  expect(changedProtection({ ...before, embedDomains: 'a.example, b.example\n\nc.example' }, before)).toEqual({
    embedDomains: ['a.example', 'b.example', 'c.example'],
  })
  expect(changedProtection({ ...before, embedDomains: '' }, before)).toEqual({ embedDomains: [] })
})

test('says what the server would refuse', () => {
  expect(protectionProblems({ ...before, password: 'short' }).password).toMatch(/at least 6/)
  expect(protectionProblems({ ...before, password: 'short', removesPassword: true }).password).toBeUndefined()
  expect(protectionProblems({ ...before, embedDomains: 'a.example '.repeat(51) }).embedDomains).toMatch(/at most 50/)
})
