import { Failure } from '@video-forge/contract/errors'
import type * as z from 'zod'
import { getJson, getOptionalJson, refusalOf } from '../get-json.ts'
import { type FoundPage, pagesOf } from '../pages-of.ts'
import type { ReaderContext } from '../reader.ts'
import { type PeerTubePlace, peerTubePlace } from './peertube-address.ts'
import * as answers from './peertube-answers.ts'

export interface PeerTubeRequest {
  url: string
  /** For videos that are not public. */
  token?: string | undefined
}

export const accessHeaders = ({ token }: PeerTubeRequest): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {})

export type KnownPlace = Exclude<PeerTubePlace, { kind: 'actor' }>

/** What a request asks of an instance. */
export interface PeerTubeApi {
  origin: string
  get: <Answer>(path: string, schema: z.ZodType<Answer>) => Promise<Answer>
  /** Undefined for what is refused: all of it, or only those refusals. */
  find: <Answer>(path: string, schema: z.ZodType<Answer>, isAbsent?: (status: number) => boolean) => Promise<Answer | undefined>
  place: () => Promise<KnownPlace>
}

export function peerTubeApi(request: PeerTubeRequest, context: ReaderContext): PeerTubeApi {
  const asked = peerTubePlace(request.url)
  const { origin } = asked
  const options = { headers: accessHeaders(request) }
  const explain = request.token === undefined ? undefined : withTokenSentence
  const find: PeerTubeApi['find'] = (path, schema, isAbsent) =>
    getOptionalJson(context, `${origin}/api/v1/${path}`, schema, options, isAbsent).catch(explain)
  return {
    origin,
    get: (path, schema) => getJson(context, `${origin}/api/v1/${path}`, schema, options).catch(explain),
    find,
    async place() {
      if (asked.kind !== 'actor') return asked
      const { name } = asked
      return { origin, name, kind: (await find(`accounts/${name}`, answers.account)) ? 'account' : 'channel' }
    },
  }
}

/** Who the token belongs to; undefined if the instance does not say. */
export const findOwnAccount = ({ find }: PeerTubeApi, isAbsent?: (status: number) => boolean) =>
  find('users/me', answers.ownAccount, isAbsent)

/** The same for a listing, where a token that is not valid would leave out what is not public without a word. */
export const requireOwnAccount = (api: PeerTubeApi) => findOwnAccount(api, (status) => status !== 401)

/** For `.catch`. With a token that is not valid PeerTube does not even give out what is public. */
function withTokenSentence(error: unknown): never {
  if (refusalOf(error) !== 401) throw error
  const sentence = 'PeerTube does not accept this token. They are valid for a day: copy a new one, or leave it out for public videos only.'
  throw new Failure('INVALID_SOURCE', sentence, { extra: { status: 401 }, cause: error })
}

/** The most that PeerTube gives at once. */
const pageSize = 100
/** A server may give one entry at a time, or answer without an end. */
const maxPages = 10_000

interface Listing<Entry> {
  path: string
  schema: z.ZodType<{ total?: number | null | undefined; data: (Entry | null)[] }>
  idOf: (entry: Entry) => string
  maxEntries: number
  from?: number
  /** Whether the first page may be refused. The list is empty then. */
  isOptional?: boolean
}

/** The pages of one of its lists. A later page that is not found is the end of it. */
export function listPages<Entry>(api: PeerTubeApi, listing: Listing<Entry>): AsyncGenerator<FoundPage<Entry | null>> {
  const { path, schema, idOf, maxEntries, from = 0, isOptional = false } = listing
  let isFirst = true
  return pagesOf({
    from,
    maxPages,
    idOf: (entry) => (entry === null ? '' : idOf(entry)),
    get: async (start) => {
      const isAbsent = (status: number) => (isFirst ? isOptional : status === 404)
      const page = await api.find(`${path}${path.includes('?') ? '&' : '?'}count=${pageSize}&start=${start}`, schema, isAbsent)
      isFirst = false
      if (!page) return undefined
      const total = page.total ?? undefined
      const next = start + page.data.length
      return { entries: page.data, total, next: next < Math.min(total ?? maxEntries, maxEntries) ? next : undefined }
    },
  })
}
