import { Failure } from '@video-forge/contract/errors'
import type * as z from 'zod'
import { parseJson } from '../../platform/parse-json.ts'
import type { GetOptions, ReaderContext } from './reader.ts'

const maxJsonBytes = 8 * 1024 * 1024
/** A page of a hundred videos has about 20,000. */
const maxValues = 100_000

const notUnderstood = (url: string) => new Failure('INVALID_SOURCE', `${new URL(url).host} did not answer as expected. Check the address.`)

/** What a server's API answers. */
export async function getJson<Answer>(
  { getText }: ReaderContext,
  url: string,
  schema: z.ZodType<Answer>,
  options: GetOptions = {},
): Promise<Answer> {
  const headers = { accept: 'application/json', ...options.headers }
  const text = await getText(url, { maxBytes: maxJsonBytes, ...options, headers })
  let parsed: unknown
  try {
    parsed = parseJson(text, maxValues)
  } catch {
    throw notUnderstood(url)
  }
  const answer = schema.safeParse(parsed)
  if (!answer.success) throw notUnderstood(url)
  return answer.data
}

/** The status with which a server has refused a request; undefined for every other error. */
export function refusalOf(error: unknown): number | undefined {
  const status = error instanceof Failure ? error.extra?.['status'] : undefined
  return typeof status === 'number' && status >= 400 && status < 500 && status !== 429 ? status : undefined
}

/** The same for what older versions and other rights do not have; undefined then, or for only those refusals that count as that. */
export async function getOptionalJson<Answer>(
  context: ReaderContext,
  url: string,
  schema: z.ZodType<Answer>,
  options: GetOptions = {},
  isAbsent: (status: number) => boolean = () => true,
): Promise<Answer | undefined> {
  try {
    return await getJson(context, url, schema, options)
  } catch (error) {
    const status = refusalOf(error)
    if (status !== undefined && isAbsent(status)) return undefined
    throw error
  }
}
