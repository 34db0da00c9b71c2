import { endpointList } from '@video-forge/contract/endpoints'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { usePlainSentences } from './plain-sentences.ts'

beforeAll(usePlainSentences)

const wrongValues: unknown[] = [undefined, null, 7, -1.5, Number.NaN, '', 'x', 'x'.repeat(5000), true, [], [7], ['x'], {}, { x: 1 }]

/** The field names of a schema. */
function fieldsOf(schema: z.ZodType): string[] {
  const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  const objects = [described, ...(described.anyOf ?? [])]
  return objects.flatMap((each) => (typeof each === 'object' ? Object.keys(each.properties ?? {}) : []))
}

function messagesOf(schema: z.ZodType): string[] {
  const inputs = [...wrongValues, ...fieldsOf(schema).flatMap((field) => wrongValues.map((value) => ({ [field]: value })))]
  return inputs.flatMap((input) => schema.safeParse(input).error?.issues.map(({ message }) => message) ?? [])
}

describe('missing and invalid values get a plain sentence', () => {
  const schemas = endpointList.flatMap(([key, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) => (schema ? [{ name: `${key} ${part}`, schema }] : [])),
  )
  test.each(schemas)('$name', ({ schema }) => {
    const messages = messagesOf(schema)
    expect(messages.length).toBeGreaterThan(0)
    for (const message of messages) {
      expect(message).not.toMatch(/\binvalid\b|expected|\boption\b|too (big|small)|unrecognized|undefined|something else/i)
      expect(message).toMatch(/^\p{Lu}[^\n]{4,}$/u)
    }
  })
})

/** The first sentence of the answer to this body. */
function sentenceFor(key: string, body: unknown): string | undefined {
  const endpoint = endpointList.find(([name]) => name === key)?.[1]
  return endpoint?.body?.safeParse(body).error?.issues[0]?.message
}

describe('a missing field has the sentence of the form', () => {
  const mfa = { session: 's', otpCode: '123456', challengeName: 'EMAIL_OTP', username: 'ada' }
  test.each<[string, unknown, string]>([
    ['POST /auth/login', {}, 'All fields are required'],
    ['POST /auth/login', { username: 'ada' }, 'All fields are required'],
    ['POST /auth/login', { username: 7, password: 'x' }, 'The field "username" must be text.'],
    ['POST /auth/register-with-group', {}, 'All fields are required'],
    ['POST /auth/register-with-group', { username: 'ada', email: 'ada@example.com' }, 'All fields are required'],
    ['POST /auth/mfa/complete', {}, 'All fields are required'],
    ['POST /auth/mfa/complete', { ...mfa, otpCode: undefined }, 'Please enter a valid 6-digit code'],
    ['POST /auth/mfa/complete', { ...mfa, otpCode: 123456 }, 'Please enter a valid 6-digit code'],
    ['POST /auth/mfa/complete', { ...mfa, challengeName: undefined }, 'Only EMAIL_OTP challenge is supported'],
    ['POST /auth/mfa/complete', { ...mfa, challengeName: 'SMS' }, 'Only EMAIL_OTP challenge is supported'],
    ['POST /auth/refresh', {}, 'No refresh token available'],
    ['POST /auth/refresh', { refreshToken: null }, 'No refresh token available'],
    ['POST /auth/confirm-email', { username: 'ada' }, 'Please enter a valid 6-digit code'],
    ['POST /auth/oauth/callback', {}, 'No authorization code received'],
    ['POST /jobs', {}, 'Video URL is required'],
    ['POST /jobs', { inputSource: 'local-sample.mp4' }, 'At least one output format is required'],
    ['POST /jobs', { inputSource: 'local-sample.mp4', outputFormats: [] }, 'At least one output format is required'],
    [
      'POST /jobs',
      { inputSource: 'local-sample.mp4', outputFormats: ['8k'] },
      'The field "outputFormats.0" must be one of these: 4k, 1080p, 720p, 480p.',
    ],
    ['POST /imports', { kind: 'urls', list: 'x', formats: [] }, 'The field "formats" must have at least 1 entry.'],
    ['POST /upload/confirm', {}, 'The field "s3Key" is missing.'],
    ['PATCH /gallery/videos/{id}', { visibility: 'secret' }, 'The field "visibility" must be one of these: public, private.'],
    ['POST /jobs', undefined, 'The request has no content.'],
  ])('%s with %j', (key, body, sentence) => {
    expect(sentenceFor(key, body)).toBe(sentence)
  })
})
