import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type AddressInfo, BlockList } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { isActive, jobStatuses } from '../contract/src/rules/jobs/job-lifecycle.ts'
import { parseConfig } from '../server/src/config.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

/** Every variable that config.ts reads. */
const variables = new Set(read('server/src/config.ts').match(/(?<=')[A-Z][A-Z0-9_]{3,}(?=')/g))
const unknown = (names: Iterable<string>): string[] => [...names].filter((name) => !variables.has(name))

type Yaml = Record<string, unknown>
const record = (value: unknown): Yaml => (typeof value === 'object' && value !== null ? (value as Yaml) : {})
const at = (value: unknown, path: string): unknown => path.split('.').reduce((inner, key) => record(inner)[key], value)
const texts = (value: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(record(value)).map(([key, text]) => [key, String(text)]))

describe('the image', () => {
  const stages = read('Dockerfile')
    .split(/^FROM /m)
    .slice(1)
  const last = stages.at(-1) ?? ''
  const copied = stages.flatMap((stage) =>
    [...stage.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths]) => paths?.split(' ') ?? []),
  )

  test('copies only files that exist and that .dockerignore includes', () => {
    expect(copied.length).toBeGreaterThan(10)
    expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([])
    const allowed = read('.dockerignore').match(/(?<=^!).+$/gm) ?? []
    expect(copied.filter((path) => !allowed.some((name) => path === name || path.startsWith(`${name}/`)))).toEqual([])
  })

  test('knows every workspace, because npm ci needs them all', () => {
    const { workspaces } = JSON.parse(read('package.json')) as { workspaces: string[] }
    const withBase = (stage: string): string =>
      (stages.find((text) => text.split('\n')[0]?.endsWith(` AS ${stage.split(' ')[0]}`)) ?? '') + stage
    const installing = stages.filter((text) => text.includes('npm ci')).map(withBase)
    expect(installing.length).toBe(2)
    for (const stage of installing) {
      expect(workspaces.filter((name) => !stage.includes(`COPY ${name}/package.json ${name}/`))).toEqual([])
    }
  })

  test('copies everything that the build depends on', () => {
    const [, list = ''] = /const sources = \[(.+)\]/.exec(read('scripts/build.mjs')) ?? []
    const sources = [...list.matchAll(/'([^']+)'/g)].map(([, name = '']) => name)
    expect(sources.length).toBeGreaterThan(3)
    expect(sources.filter((name) => !copied.some((path) => path === name || name.startsWith(`${path}/`)))).toEqual([])
  })

  test('runs without root, with a health check, on its exposed port and without secrets', () => {
    expect(last).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(last).toMatch(/^HEALTHCHECK/m)
    const environment = Object.fromEntries((/^ENV (.+)$/m.exec(last)?.[1] ?? '').split(' ').map((pair) => pair.split('=')))
    expect(unknown(Object.keys(environment).filter((name) => name !== 'NODE_ENV'))).toEqual([])
    expect(Object.keys(environment).filter((name) => /SECRET|PASSWORD|KEY|URL/.test(name))).toEqual([])
    expect(/^EXPOSE (\d+)$/m.exec(last)?.[1]).toBe(environment['PORT'])
    expect(/^VOLUME (\S+)$/m.exec(last)?.[1]).toBe(environment['DATA_DIR'])
  })
})

test('the health check of image and compose.yaml is in the image and reports health by its exit code', async () => {
  const checks = [read('Dockerfile'), read('compose.yaml')].map((text) => /"node", "(scripts\/[\w.]+)", "\/\w+"/.exec(text)?.[1])
  const [script] = [...new Set(checks)]
  expect(checks).toEqual([script, script])
  expect(
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1),
  ).toContain(`COPY ${script} scripts/`)
  const server = createServer((request, response) => void response.writeHead(request.url === '/readyz' ? 200 : 503).end()).listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (path: string, at: number) => {
    const child = spawn(process.execPath, [join(root, script ?? ''), path], { env: { PORT: String(at) } })
    return (await once(child, 'exit'))[0]
  }
  expect([await ask('/readyz', port), await ask('/ill', port)]).toEqual([0, 1])
  server.close()
  await once(server, 'close')
  expect(await ask('/readyz', port)).toBe(1)
})

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const compose = record(parse(text, { merge: true }))
  const services = Object.entries(record(compose['services']))
  const nginx = read('deploy/compose/nginx.conf')

  test('sets only existing variables, to valid values', () => {
    for (const name of ['web', 'worker']) {
      const environment = texts(at(compose, `services.${name}.environment`))
      expect(unknown(Object.keys(environment))).toEqual([])
      const filled = Object.fromEntries(
        Object.entries(environment).map(([key, value]) => [key, value.replaceAll(/\$\{(\w+)[^}]*\}/g, (_, from) => example[from] ?? '')]),
      )
      expect(parseConfig(filled, '/')).toMatchObject({ storage: { kind: 's3' }, redis: { kind: 'redis' }, database: { kind: 'external' } })
    }
  })

  test('uses exactly the variables of .env.example', () => {
    const asked = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name))
    const offered = [...read('deploy/compose/.env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
    expect([...asked].sort()).toEqual(offered.sort())
  })

  test('checks the health of each service and starts each after its dependencies', () => {
    expect(services.filter(([, service]) => !at(service, 'healthcheck.test')).map(([name]) => name)).toEqual([])
    for (const [, service] of services) {
      for (const [needed, how] of Object.entries(record(record(service)['depends_on']))) {
        expect([services.some(([name]) => name === needed), record(how)['condition']]).toEqual([true, 'service_healthy'])
      }
    }
  })

  test('opens one port, by default only to this machine', () => {
    const open = services.filter(([, service]) => record(service)['ports'])
    expect(open.map(([name, service]) => [name, record(service)['ports']])).toEqual([
      ['nginx', [expect.stringMatching(/^\$\{LISTEN:-127\.0\.0\.1:\d+\}:80$/)]],
    ])
  })

  test('trusts its own nginx for client addresses, by an address that no other container can get', () => {
    const address = at(compose, 'services.nginx.networks.default.ipv4_address')
    const [network] = at(compose, 'networks.default.ipam.config') as Record<string, string>[]
    const others = new BlockList()
    const [first = '', bits = ''] = String(network?.['ip_range']).split('/')
    others.addSubnet(first, Number(bits))
    expect(others.check(String(address))).toBe(false)
    const trusted = texts(at(compose, 'services.web.environment'))['TRUSTED_PROXIES']?.replace(/\$\{.*\}/, '') ?? ''
    expect(parseConfig({ TRUSTED_PROXIES: trusted }, '/').trustedProxies).toEqual([address])
    expect(read('deploy/compose/.env.example')).toContain(`TRUSTED_PROXIES=${network?.['gateway']}\n`)
  })

  test('mounts existing files and gives browsers the same bucket', () => {
    const mounted = services.flatMap(([, service]) => (record(service)['volumes'] as string[] | undefined) ?? [])
    const files = mounted.filter((mount) => mount.startsWith('./')).map((mount) => mount.split(':', 1)[0] ?? '')
    expect(files.length).toBe(2)
    expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([])
    expect(nginx).toContain(`location /${at(compose, 'services.web.environment.S3_BUCKET')}/ {`)
    expect(nginx).toContain(`${at(compose, 'services.web.environment.S3_ENDPOINT')};`)
  })
})

test.each(['deploy/nginx/video-forge.conf', 'deploy/compose/nginx.conf'])(
  '%s adds who connects to it at the end of X-Forwarded-For',
  (path) => {
    const written = [...read(path).matchAll(/proxy_set_header X-Forwarded-For (.+);/g)].map(([, value]) => value)
    expect(written).toEqual(['$proxy_add_x_forwarded_for'])
  },
)

/** Example values. */
const example: Record<string, string> = {
  PUBLIC_URL: 'http://localhost:8080',
  AUTH_SECRET: 'f'.repeat(64),
  POSTGRES_PASSWORD: 'f'.repeat(64),
  REDIS_PASSWORD: 'f'.repeat(64),
  S3_ACCESS_KEY_ID: 'GK0',
  S3_SECRET_ACCESS_KEY: 'f'.repeat(64),
}

describe('the Kubernetes manifests', () => {
  const folder = 'deploy/kubernetes'
  const documents = readdirSync(join(root, folder)).flatMap((file) =>
    parseAllDocuments(read(`${folder}/${file}`)).map((document) => {
      expect(document.errors, file).toEqual([])
      return { file, resource: record(document.toJS()) }
    }),
  )
  const ofKind = (kind: string) => documents.filter(({ resource }) => resource['kind'] === kind).map(({ resource }) => resource)
  const deployments = ofKind('Deployment').map((deployment) => {
    const pod = record(at(deployment, 'spec.template.spec'))
    const container = record((pod['containers'] as unknown[])[0])
    return { name: String(at(deployment, 'metadata.name')), pod, container }
  })

  test('are all in the kustomization, except the example secret', () => {
    const { resources } = parse(read(`${folder}/kustomization.yaml`)) as { resources: string[] }
    const files = [...new Set(documents.map(({ file }) => file))]
    expect(files.filter((file) => !resources.includes(file)).sort()).toEqual(['kustomization.yaml', 'secret.example.yaml'])
    expect(resources.filter((file) => !files.includes(file))).toEqual([])
  })

  test.each(deployments)('$name has probes, limits and no more rights than it needs', ({ pod, container }) => {
    expect(at(container, 'startupProbe.httpGet.path')).toBe('/healthz')
    expect(at(container, 'livenessProbe.httpGet.path')).toBe('/healthz')
    expect(at(container, 'readinessProbe.httpGet.path')).toBe('/readyz')
    for (const need of ['requests.cpu', 'requests.memory', 'limits.memory', 'limits.ephemeral-storage']) {
      expect(at(container['resources'], need), need).toBeDefined()
    }
    expect(container['securityContext']).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(pod['securityContext']).toMatchObject({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } })
    expect(pod['automountServiceAccountToken']).toBe(false)
    // Longer than the shutdown time-out of main.ts.
    expect(pod['terminationGracePeriodSeconds']).toBeGreaterThan(10)
    expect(record((container['ports'] as unknown[])[0])['containerPort']).toBe(3000)
  })

  test.each(deployments)('$name has all the required settings', ({ container }) => {
    const own = Object.fromEntries((container['env'] as { name: string; value: string }[]).map(({ name, value }) => [name, value]))
    const secret = texts(at(ofKind('Secret')[0], 'stringData'))
    const environment = { ...texts(at(ofKind('ConfigMap')[0], 'data')), ...secret, ...own }
    expect(unknown(Object.keys(environment))).toEqual([])
    const filled = { ...environment, AUTH_SECRET: 'f'.repeat(64), S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'key' }
    expect(parseConfig(filled, '/')).toMatchObject({ storage: { kind: 's3' }, redis: { kind: 'redis' }, database: { kind: 'external' } })
    expect(parseConfig(filled, '/').trustedProxies.length).toBeGreaterThan(0)
  })

  test('scale workers by the number of unfinished jobs', () => {
    const [scaled] = ofKind('ScaledObject')
    const query = String(at(record((at(scaled, 'spec.triggers') as unknown[])[0]), 'metadata.query'))
    expect(query.match(/[A-Z]{4,}/g)).toEqual(jobStatuses.filter(isActive))
    expect(deployments.map(({ name }) => name)).toContain(at(scaled, 'spec.scaleTargetRef.name'))
  })
})
