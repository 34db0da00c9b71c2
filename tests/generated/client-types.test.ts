import type { Endpoint } from '@video-forge/contract/endpoint'
import { type EndpointKey, endpointList, type Output, type Request } from '@video-forge/contract/endpoints'
import { eventStreams } from '@video-forge/contract/live'
import { outputFormats } from '@video-forge/contract/rules/formats'
import { expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod'
import type { CallAnswer, CallRequest } from '../../client/src/types.js'
import { blockText, type Schema, typeText } from './type-text.ts'

/** The types that have a name of their own, as they are found. */
type Named = Map<string, string>

function textOf(schema: z.ZodType, io: 'input' | 'output', named: Named, indent = ''): string {
  const { $defs = {}, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema & { id?: string }
  for (const [name, definition] of Object.entries($defs)) named.set(name, typeText(definition))
  if (!own.id || own.$ref) return typeText(own, indent)
  named.set(own.id, typeText(own))
  return own.id
}

/** Whether a request may leave this part out. */
const isOptional = (schema: z.ZodType): boolean => schema.safeParse(undefined).success || schema.safeParse({}).success

function partText(name: 'params' | 'query' | 'body', schema: z.ZodType, named: Named): string {
  const text = textOf(schema, 'input', named, '      ')
  return isOptional(schema) ? `${name}?: ${text} | undefined` : `${name}: ${text}`
}

function requestText({ params, query, body, bodyFile }: Endpoint, named: Named): string {
  const parts = [params && partText('params', params, named), query && partText('query', query, named)]
  const sent = body && partText('body', body, named)
  const common = parts.filter((part) => part !== undefined)
  if (bodyFile && sent) {
    const [json, file] = [
      [sent, 'file?: undefined'],
      ['body?: undefined', 'file: Blob'],
    ].map((each) => blockText([...common, ...each], '    '))
    return `${json} | ${file}`
  }
  const all = [...common, ...(sent ? [sent] : [])]
  return all.length === 0 ? 'Record<never, never>' : blockText(all, '    ')
}

/** `npm run generate` writes what this compares. */
test('client/src/calls.d.ts is what the endpoint table makes', async () => {
  const named: Named = new Map([['OutputFormat', outputFormats.map((format) => `'${format}'`).join(' | ')]])
  const calls = endpointList.map(([name, endpoint]) => {
    const answer = endpoint.file ? '{ filename: string; content: Blob }' : textOf(endpoint.output, 'output', named, '    ')
    return `  /** ${endpoint.summary} */\n  '${name}': ${blockText([`request: ${requestText(endpoint, named)}`, `answer: ${answer}`], '  ')}`
  })
  for (const schema of Object.values(eventStreams['GET /jobs/events'].events)) textOf(schema, 'output', named)
  const names = [...named.keys()].sort().map((name) => `export type ${name} = ${named.get(name)}`)
  const text = `// Made from the endpoint table by \`npm run generate\`.\n${names.join('\n\n')}\n\nexport interface Calls {\n${calls.join('\n')}\n}\n`
  await expect(text).toMatchFileSnapshot('../../client/src/calls.d.ts')
})

/** The schemas that files are sent and received by differ on both sides. */
type JsonKey = { [K in EndpointKey]: Output<K> extends { contentType: string } ? never : K }[EndpointKey]
type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false
type DifferentAnswer = { [K in JsonKey]: Same<Output<K>, CallAnswer<K>> extends true ? never : K }[JsonKey]
/** Parts that may be left out are there: the contract has them always. */
type Filled<R> = R extends unknown ? { [P in keyof R as [R[P]] extends [undefined] ? never : P]-?: Exclude<R[P], undefined> } : never
type DifferentRequest = { [K in JsonKey]: Filled<CallRequest<K>> extends Request<K> ? never : K }[JsonKey]

test('a program that knows only these types sends and receives what the schemas say', () => {
  expectTypeOf<DifferentAnswer>().toBeNever()
  expectTypeOf<DifferentRequest>().toBeNever()
})
