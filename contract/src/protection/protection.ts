import * as z from 'zod'
import { answer, asViewer, endpoint, id, keyId, videoId, whenMissing } from '../endpoint.ts'
import { limits } from '../rules/limits.ts'
import { protectionRules, signingAlgorithms } from '../rules/protection-rules.ts'

const moment = z.iso.datetime()
const { passwordMinLength, passwordMaxLength, maxEmbedDomains } = protectionRules

const nameNeeded = 'Give the key a name.'
const algorithmNeeded = 'Choose an algorithm: EdDSA or HS256.'

/** A password that viewers type. */
export const viewerPassword = z
  .string()
  .min(passwordMinLength, `The password needs at least ${passwordMinLength} characters.`)
  .max(passwordMaxLength, `The password can have at most ${passwordMaxLength} characters.`)

/** Names of sites as people type them; they are stored normalized. */
export const embedDomains = z
  .array(z.string().max(300, 'The name of a site is too long.'))
  .max(maxEmbedDomains, `A video can have at most ${maxEmbedDomains} sites.`)

const signingKey = z
  .object({
    /** The `kid` of its tokens. */
    id,
    name: z.string(),
    algorithm: z.enum(signingAlgorithms),
    /** As PEM; null for HS256, which has none. */
    publicKey: z.string().nullable(),
    createdAt: moment,
  })
  .meta({ id: 'SigningKey' })
export type SigningKey = z.infer<typeof signingKey>

export const protectionEndpoints = {
  'POST /gallery/videos/{id}/unlock': endpoint({
    summary: 'Exchange the password of a video for a grant, which is then sent with each call about it',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: z.object({ id: videoId }),
    query: z.object({ link: asViewer.link }),
    body: z.object({ password: z.string(whenMissing('Enter the password.')).min(1, 'Enter the password.').max(1000) }),
    output: answer({ grant: z.string(), expiresAt: moment }),
    errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_CREDENTIALS', 'UNAVAILABLE'],
  }),
  'GET /account/signing-keys': endpoint({
    summary: 'Your keys for playback tokens, newest first',
    access: 'signed-in',
    scope: null,
    output: answer({ keys: z.array(signingKey) }),
    errors: [],
  }),
  'POST /account/signing-keys': endpoint({
    summary: 'Create a key for playback tokens; its secret is returned only once',
    access: 'signed-in',
    scope: null,
    body: z.object({
      name: z
        .string(whenMissing(nameNeeded))
        .trim()
        .min(1, nameNeeded)
        .max(limits.keyNameMaxLength, `A name has at most ${limits.keyNameMaxLength} characters.`)
        .refine((name) => !/\p{Cc}/u.test(name), 'A name is one line of text.'),
      algorithm: z.enum(signingAlgorithms, { error: algorithmNeeded }),
      /** Your own Ed25519 public key as PEM or as the text of a JWK. Without one, the pair is made here. Only with EdDSA. */
      publicKey: z.string().max(2000).optional(),
    }),
    status: 201,
    output: answer({
      key: signingKey,
      /** The private key as PEM, or the secret of HS256; null with your own public key. */
      secret: z.string().nullable(),
    }),
    errors: ['CONFLICT'],
  }),
  'DELETE /account/signing-keys/{id}': endpoint({
    summary: 'Delete a key for playback tokens; its tokens open nothing from the next request on',
    access: 'signed-in',
    scope: null,
    params: z.object({ id: keyId }),
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
}
