import { endpointList } from '@video-forge/contract/endpoints'
import { eventStreamList } from '@video-forge/contract/live'
import { expect, onTestFinished, test } from 'vitest'
import { createBareApp } from '../../../testing/bare-app.ts'

/** The routes of the API's own documentation. */
const aboutTheApi = /^\/prod\/api\/(openapi\.json|docs)([/*]|$)/

test('every endpoint and stream of the contract is a route, and the API has no other routes', async () => {
  const app = await createBareApp()
  onTestFinished(() => app.close())
  await app.ready()
  const tree = app.printRoutes({ commonPrefix: false, includeMeta: false })
  const found = routesOf(tree).filter((route) => route.includes('/prod/api') && !aboutTheApi.test(route.split(' ')[1] ?? ''))
  const wanted = [...endpointList, ...eventStreamList].map(([key]) => key.replace(' ', ' /prod/api').replaceAll(/\{(\w+)\}/g, ':$1'))
  expect(found.filter((route) => !/^(HEAD|OPTIONS) /.test(route)).sort()).toEqual(wanted.sort())
})

/** The routes in Fastify's route tree: each line has a segment of the path, indented four columns a level. */
function routesOf(tree: string): string[] {
  const routes: string[] = []
  const segments: string[] = []
  for (const line of tree.split('\n')) {
    const match = /^([│├└─ ]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line)
    if (!match) continue
    const [, indent = '', segment = '', methods] = match
    segments.length = indent.length / 4 - 1
    segments.push(segment)
    for (const method of methods?.split(', ') ?? []) routes.push(`${method} ${segments.join('')}`)
  }
  return routes
}
