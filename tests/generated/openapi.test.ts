import { endpoints } from '@video-forge/contract/endpoints'
import { eventStreams } from '@video-forge/contract/live'
import { expect, onTestFinished, test } from 'vitest'
import { createApiDescription } from '../../server/src/http/api/description/api-description.ts'
import { missingExamples } from '../../server/src/http/api/description/field-examples.ts'

/** `npm run generate` writes what this compares. */
test('docs/openapi.json is what the endpoint table makes', async () => {
  const app = await createApiDescription()
  onTestFinished(() => app.close())
  await expect(`${JSON.stringify(app.swagger(), null, 2)}\n`).toMatchFileSnapshot('../../docs/openapi.json')
})

test('the routes under the API are exactly those of the contract', async () => {
  const app = await createApiDescription()
  onTestFinished(() => app.close())
  const described = Object.entries(app.swagger().paths ?? {}).flatMap(([path, methods]) =>
    Object.keys(methods ?? {}).map((method) => `${method.toUpperCase()} ${path.replace('/prod/api', '')}`),
  )
  expect(described.sort()).toEqual([...Object.keys(endpoints), ...Object.keys(eventStreams)].sort())
})

test('every call has a group that the page explains, and every field of free text an example', async () => {
  const app = await createApiDescription()
  onTestFinished(() => app.close())
  const { paths = {}, tags = [] } = app.swagger()
  const used = new Set(
    Object.values(paths).flatMap((methods) => Object.values(methods ?? {}).flatMap((call) => (call as { tags: string[] }).tags)),
  )
  expect([...used].sort()).toEqual(tags.map(({ name }) => name).sort())
  expect(missingExamples(app.swagger())).toEqual([])
})
