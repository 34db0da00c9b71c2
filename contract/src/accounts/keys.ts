import * as z from 'zod'
import { answer, endpoint, id, keyId, whenMissing } from '../endpoint.ts'
import { scopes } from '../rules/access.ts'
import { limits } from '../rules/limits.ts'

const moment = z.iso.datetime()

const key = z
  .object({
    id,
    name: z.string(),
    scopes: z.array(z.enum(scopes)),
    /** The first characters of the key, to recognize it by. */
    prefix: z.string(),
    createdAt: moment,
    /** Null for a key that never expires. */
    expiresAt: moment.nullable(),
    isExpired: z.boolean(),
    /** Null before the first use; exact to a minute. */
    lastUsedAt: moment.nullable(),
    /** The network address and the program of the last use. */
    lastUsedAddress: z.string().nullable(),
    lastUsedBy: z.string().nullable(),
  })
  .meta({ id: 'Key' })
export type Key = z.infer<typeof key>

const ownedKey = z.object({ ...key.shape, owner: z.object({ id, username: z.string() }) }).meta({ id: 'OwnedKey' })
export type OwnedKey = z.infer<typeof ownedKey>

const nameNeeded = 'Give the key a name.'
const scopeNeeded = 'Choose at least one scope: read, upload, manage or admin.'

const newKey = z.object({
  name: z
    .string(whenMissing(nameNeeded))
    .trim()
    .min(1, nameNeeded)
    .max(limits.keyNameMaxLength, `A name has at most ${limits.keyNameMaxLength} characters.`)
    .refine((name) => !/\p{Cc}/u.test(name), 'A name is one line of text.'),
  scopes: z
    .array(z.enum(scopes, { error: scopeNeeded }), whenMissing(scopeNeeded))
    .min(1, scopeNeeded)
    .max(20, scopeNeeded)
    .transform((chosen) => scopes.filter((scope) => chosen.includes(scope))),
  /** When the key ends by itself; never if omitted. */
  expiresAt: z.iso.datetime({ offset: true, error: 'The end is a time such as 2027-01-31T00:00:00Z.' }).nullish(),
})

const result = { result: z.object({ revoked: z.boolean() }) }

/** API keys, for programs. Only people make and revoke them: a key could otherwise make a stronger one. */
export const keyEndpoints = {
  'GET /account/keys': endpoint({
    summary: 'Your API keys, newest first',
    access: 'signed-in',
    scope: null,
    output: answer({ keys: z.array(key) }),
    errors: [],
  }),
  'POST /account/keys': endpoint({
    summary: 'Create an API key; its secret is returned only once',
    access: 'signed-in',
    scope: null,
    body: newKey,
    status: 201,
    output: answer({ key, secret: z.string() }),
    errors: ['CONFLICT'],
  }),
  'DELETE /account/keys/{id}': endpoint({
    summary: 'Revoke an API key; it is refused from the next request on',
    access: 'signed-in',
    scope: null,
    params: z.object({ id: keyId }),
    output: answer(result),
    errors: ['NOT_FOUND'],
  }),
  'GET /admin/keys': endpoint({
    summary: 'The API keys of all users, newest first',
    access: 'admin',
    scope: 'admin',
    query: z.object({
      search: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().optional(),
    }),
    output: answer({ keys: z.array(ownedKey), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'DELETE /admin/keys/{id}': endpoint({
    summary: 'Revoke an API key of any user',
    access: 'admin',
    scope: 'admin',
    params: z.object({ id: keyId }),
    output: answer(result),
    errors: ['NOT_FOUND'],
  }),
}
