import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** The checks that must pass before this process can serve, by name. */
export type Checks = Record<string, () => Promise<void>>

/** A gauge of the whole site, read for each request of /metrics. */
export interface SiteGauge {
  name: string
  help: string
  values: { labels: Record<string, string>; value: number }[]
}

/** Counts a response that did not go through Fastify. */
export type CountAnswer = (labels: { method: string; route: string; status: number }, seconds: number) => void

const checkTimeoutMs = 2000

/** Liveness, readiness and metrics, for load balancers, supervisors and Prometheus. */
export function addHealth(
  app: FastifyInstance,
  checks: Checks,
  isStopping: () => boolean,
  readGauges: () => Promise<SiteGauge[]>,
): CountAnswer {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request, by route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    // The route's pattern and not the path: each id would create a new series.
    const route = request.routeOptions.url ?? 'none'
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })

  app.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'alive' }))

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const results = await Promise.all(Object.entries(checks).map(async ([name, check]) => [name, await passes(check)] as const))
    const ready = !isStopping() && results.every(([, ok]) => ok)
    if (!ready) reply.code(503).header('Retry-After', '5')
    return { status: ready ? 'ready' : 'not ready', checks: Object.fromEntries(results.map(([name, ok]) => [name, ok ? 'ok' : 'failing'])) }
  })

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    reply.type(registry.contentType)
    return (await registry.metrics()) + (await siteMetrics(readGauges, request))
  })
  return (labels, seconds) => durations.observe(labels, seconds)
}

/** Without the database there are no gauges of the site; the metrics of this process are sent anyway. */
async function siteMetrics(readGauges: () => Promise<SiteGauge[]>, request: FastifyRequest): Promise<string> {
  const registry = new Registry()
  try {
    for (const { name, help, values } of await readGauges()) {
      const gauge = new Gauge({ name, help, labelNames: Object.keys(values[0]?.labels ?? {}), registers: [registry] })
      for (const { labels, value } of values) gauge.set(labels, value)
    }
    return await registry.metrics()
  } catch (error) {
    request.log.warn({ err: error }, 'site gauges could not be read')
    return ''
  }
}

async function passes(check: () => Promise<void>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('took too long')), checkTimeoutMs)
  })
  return Promise.race([check(), timeout])
    .then(() => true)
    .catch(() => false)
    .finally(() => clearTimeout(timer))
}
