import * as z from 'zod'

type Issue = z.core.$ZodRawIssue

const kinds: Record<string, string> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

const formats: Record<string, string> = {
  url: 'a web address',
  email: 'an e-mail address',
  datetime: 'a date and time such as 2026-01-31T12:00:00Z',
}

/** What is wrong with a field, in plain words. Used where the contract has no sentence of its own. */
function plainSentence(issue: Issue): string {
  const path = (issue.path ?? []).join('.')
  if (isAbsent(issue.input)) return path ? `The field "${path}" is missing.` : 'The request has no content.'
  // An invalid id gets the same answer as an unknown one.
  if (issue.code === 'invalid_format' && issue.format === 'uuid') return 'Not found'
  return `${path ? `The field "${path}"` : 'The request'} ${problem(issue)}.`
}

const isAbsent = (input: unknown): boolean => input === undefined || input === null

function problem(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[issue.expected] ?? 'something else'}`
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of these: ${issue.values.map(String).join(', ')}`
    case 'invalid_format':
      return formats[issue.format] ? `must be ${formats[issue.format]}` : 'is not valid'
    case 'too_small':
      return `must ${bound(issue.origin, 'at least', issue.minimum)}`
    case 'too_big':
      return `must ${bound(issue.origin, 'at most', issue.maximum)}`
    case 'unrecognized_keys':
      return `may not have: ${issue.keys.join(', ')}`
    default:
      return 'is not valid'
  }
}

function bound(origin: string, which: string, amount: number | bigint): string {
  const isOne = Number(amount) === 1
  if (origin === 'string') return `have ${which} ${amount} ${isOne ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set') return `have ${which} ${amount} ${isOne ? 'entry' : 'entries'}`
  return `be ${which} ${amount}`
}

/** Applies to every schema in this process. */
export const usePlainSentences = (): void => void z.config({ customError: plainSentence })
