import { describe, expect, test } from 'vitest'
import { type Config, ConfigProblem, parseConfig } from './config.ts'

const parse = (environment: Record<string, string>) => parseConfig(environment, '/srv/forge')

/** The message with which a start would fail. */
function problemOf(environment: Record<string, string>): string {
  try {
    parse(environment)
  } catch (error) {
    if (error instanceof ConfigProblem) return error.message
    throw error
  }
  throw new Error(`${JSON.stringify(environment)} was accepted`)
}

const defaults: Config = {
  role: 'all',
  host: '127.0.0.1',
  port: 3000,
  publicUrl: 'http://localhost:3000',
  trustedProxies: [],
  dataDir: '/srv/forge/data',
  database: { kind: 'embedded' },
  redis: { kind: 'in-process' },
  storage: { kind: 'local' },
  mail: { kind: 'terminal', from: 'Video Forge <video-forge@localhost>' },
  google: { kind: 'off' },
  oidc: { kind: 'off' },
  isPublicSite: true,
  isIndexed: true,
  registration: 'open',
  stock: { kind: 'built-in' },
  authSecret: undefined,
  admin: { username: 'admin', email: 'admin@localhost', password: undefined },
  maxConcurrentJobs: 2,
  maxUploadBytes: 524_288_000,
  allowPrivateSources: false,
  importDir: undefined,
  watch: undefined,
  mfaPolicy: 'optional',
  captions: 'auto',
  captionsLanguage: undefined,
  captionsModelDir: undefined,
  ffmpegPath: undefined,
  ffprobePath: undefined,
  accelPrefix: undefined,
}

const secret = 'an-auth-secret-of-32-characters!'
const s3 = { S3_BUCKET: 'films', S3_ACCESS_KEY_ID: 'id', S3_SECRET_ACCESS_KEY: 'key', AUTH_SECRET: secret }
const s3Config = {
  kind: 's3',
  bucket: 'films',
  endpoint: undefined,
  publicEndpoint: undefined,
  region: 'us-east-1',
  accessKeyId: 'id',
  secretAccessKey: 'key',
  forcePathStyle: false,
}
const oidc = { OIDC_ISSUER: 'https://login.example.com/realms/a', OIDC_CLIENT_ID: 'id', OIDC_CLIENT_SECRET: 'hush' }
const oidcOn = {
  kind: 'on',
  issuer: 'https://login.example.com/realms/a',
  clientId: 'id',
  clientSecret: 'hush',
  name: 'login.example.com',
  logoUrl: undefined,
  scopes: 'openid email profile',
  groupsClaim: 'groups',
  adminGroup: undefined,
} as const
const google = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'hush' }

const accepted: [string, Record<string, string>, Partial<Record<keyof Config, unknown>>][] = [
  ['PORT', { PORT: '8080' }, { port: 8080, publicUrl: 'http://localhost:8080' }],
  ['HOST', { HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://video.example.com/' }, { publicUrl: 'https://video.example.com' }],
  ['TRUSTED_PROXIES, one', { TRUSTED_PROXIES: 'loopback' }, { trustedProxies: ['loopback'] }],
  [
    'TRUSTED_PROXIES, several',
    { TRUSTED_PROXIES: '203.0.113.7, 10.42.0.0/16,fd00::/8 ,::1,' },
    { trustedProxies: ['203.0.113.7', '10.42.0.0/16', 'fd00::/8', '::1'] },
  ],
  ['DATA_DIR, relative', { DATA_DIR: 'my data' }, { dataDir: '/srv/forge/my data' }],
  ['DATA_DIR, absolute', { DATA_DIR: '/var/forge' }, { dataDir: '/var/forge' }],
  ['ROLE', { ROLE: 'worker' }, { role: 'worker' }],
  ['PUBLIC_SITE, whose pages no crawler sees', { PUBLIC_SITE: 'off' }, { isPublicSite: false, isIndexed: false }],
  ['INDEXING', { INDEXING: 'off' }, { isIndexed: false }],
  ['DATABASE_URL', { DATABASE_URL: 'postgres://u:p@db/forge' }, { database: { kind: 'external', url: 'postgres://u:p@db/forge' } }],
  [
    'DATABASE_URL, by socket',
    { DATABASE_URL: 'postgresql:///f?host=/run' },
    { database: { kind: 'external', url: 'postgresql:///f?host=/run' } },
  ],
  ['REDIS_URL', { REDIS_URL: 'rediss://cache:6380' }, { redis: { kind: 'redis', url: 'rediss://cache:6380' } }],
  ['S3_BUCKET', s3, { authSecret: secret, storage: s3Config }],
  [
    'S3_ENDPOINT',
    { ...s3, S3_ENDPOINT: 'http://ceph:7480' },
    { authSecret: secret, storage: { ...s3Config, endpoint: 'http://ceph:7480' } },
  ],
  [
    'S3_PUBLIC_ENDPOINT',
    { ...s3, S3_PUBLIC_ENDPOINT: 'https://files.example.com/' },
    { authSecret: secret, storage: { ...s3Config, publicEndpoint: 'https://files.example.com' } },
  ],
  ['S3_REGION', { ...s3, S3_REGION: 'eu-1' }, { authSecret: secret, storage: { ...s3Config, region: 'eu-1' } }],
  ['S3_FORCE_PATH_STYLE', { ...s3, S3_FORCE_PATH_STYLE: 'Yes' }, { authSecret: secret, storage: { ...s3Config, forcePathStyle: true } }],
  [
    'SMTP_URL',
    { SMTP_URL: 'smtps://u:p@mx.io' },
    { mail: { kind: 'smtp', url: 'smtps://u:p@mx.io', from: 'Video Forge <video-forge@mx.io>' } },
  ],
  ['MAIL_FROM', { MAIL_FROM: 'Films <films@example.com>' }, { mail: { kind: 'terminal', from: 'Films <films@example.com>' } }],
  ['GOOGLE_CLIENT_ID', google, { google: { kind: 'on', clientId: 'id', clientSecret: 'hush', issuer: 'https://accounts.google.com' } }],
  ['OIDC_ISSUER', oidc, { oidc: oidcOn }],
  [
    'OIDC_NAME',
    {
      ...oidc,
      OIDC_NAME: 'Acme',
      OIDC_LOGO_URL: 'file:///logo.svg',
      OIDC_SCOPES: 'openid email roles',
      OIDC_GROUPS_CLAIM: 'roles',
      OIDC_ADMIN_GROUP: 'ops',
    },
    {
      oidc: { ...oidcOn, name: 'Acme', logoUrl: 'file:///logo.svg', scopes: 'openid email roles', groupsClaim: 'roles', adminGroup: 'ops' },
    },
  ],
  ['REGISTRATION', { REGISTRATION: 'invite' }, { registration: 'invite' }],
  [
    'GOOGLE_ISSUER',
    { ...google, GOOGLE_ISSUER: 'http://localhost:4000' },
    { google: { kind: 'on', clientId: 'id', clientSecret: 'hush', issuer: 'http://localhost:4000' } },
  ],
  ['STOCK_API_KEY', { STOCK_API_KEY: 'k' }, { stock: { kind: 'provider', key: 'k', url: 'https://pixabay.com/api/videos/' } }],
  ['STOCK_API_URL', { STOCK_API_KEY: 'k', STOCK_API_URL: 'http://s/v' }, { stock: { kind: 'provider', key: 'k', url: 'http://s/v' } }],
  ['AUTH_SECRET', { AUTH_SECRET: secret }, { authSecret: secret }],
  ['ADMIN_USERNAME', { ADMIN_USERNAME: 'boss' }, { admin: { ...defaults.admin, username: 'boss' } }],
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'a@b.io' }, { admin: { ...defaults.admin, email: 'a@b.io' } }],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'Stable-12' }, { admin: { ...defaults.admin, password: 'Stable-12' } }],
  ['MAX_CONCURRENT_JOBS', { MAX_CONCURRENT_JOBS: '8' }, { maxConcurrentJobs: 8 }],
  ['MAX_UPLOAD_BYTES', { MAX_UPLOAD_BYTES: '5000000000' }, { maxUploadBytes: 5_000_000_000 }],
  ['ALLOW_PRIVATE_SOURCES', { ALLOW_PRIVATE_SOURCES: '1' }, { allowPrivateSources: true }],
  ['MFA_POLICY', { MFA_POLICY: 'required' }, { mfaPolicy: 'required' }],
  ['CAPTIONS', { CAPTIONS: 'off' }, { captions: 'off' }],
  ['CAPTIONS_LANGUAGE', { CAPTIONS_LANGUAGE: 'pt_br' }, { captionsLanguage: 'pt-BR' }],
  ['CAPTIONS_MODEL_DIR', { CAPTIONS_MODEL_DIR: 'models' }, { captionsModelDir: '/srv/forge/models' }],
  ['FFMPEG_PATH', { FFMPEG_PATH: '/opt/ffmpeg' }, { ffmpegPath: '/opt/ffmpeg' }],
  ['FFPROBE_PATH', { FFPROBE_PATH: '/opt/ffprobe' }, { ffprobePath: '/opt/ffprobe' }],
]

/** Every variable that can be wrong, and the value that must not come back in the line when it may be a secret. */
const refused: [string, Record<string, string>, string?][] = [
  ['PORT', { PORT: '70000' }],
  ['PORT', { PORT: '-1' }],
  ['PORT', { PORT: '0x50' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'video.example.com' }],
  ['PUBLIC_URL', { PUBLIC_URL: 'https://video.example.com/app' }],
  ['ROLE', { ROLE: 'boss' }],
  // A site that is meant to be closed must not be open because of a typing error.
  ['PUBLIC_SITE', { PUBLIC_SITE: 'false' }],
  ['INDEXING', { INDEXING: 'no' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'nginx' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/33' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0/8' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'fd00::/129' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '0.0.0.0/0' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '127.0.0.1,all' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: '10.0.0.0/8/8' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'fe80::1%eth0' }],
  ['TRUSTED_PROXIES', { TRUSTED_PROXIES: 'true' }],
  ['DATABASE_URL', { DATABASE_URL: 'mysql://root:hunter2@db/x' }, 'hunter2'],
  ['DATABASE_URL', { DATABASE_URL: 'hunter2' }, 'hunter2'],
  ['REDIS_URL', { REDIS_URL: 'http://:hunter2@cache' }, 'hunter2'],
  ['S3_ENDPOINT', { ...s3, S3_ENDPOINT: 'ceph:7480' }],
  ['S3_ENDPOINT', { S3_ENDPOINT: 'http://ceph' }],
  ['S3_PUBLIC_ENDPOINT', { ...s3, S3_PUBLIC_ENDPOINT: 'https://example.com/files' }],
  ['S3_PUBLIC_ENDPOINT', { S3_PUBLIC_ENDPOINT: 'https://files.example.com' }],
  ['S3_ACCESS_KEY_ID', { ...s3, S3_ACCESS_KEY_ID: '' }],
  ['S3_ACCESS_KEY_ID', { S3_ACCESS_KEY_ID: 'hunter2' }, 'hunter2'],
  ['S3_SECRET_ACCESS_KEY', { ...s3, S3_SECRET_ACCESS_KEY: '' }],
  ['S3_SECRET_ACCESS_KEY', { S3_SECRET_ACCESS_KEY: 'hunter2' }, 'hunter2'],
  ['S3_FORCE_PATH_STYLE', { ...s3, S3_FORCE_PATH_STYLE: 'perhaps' }],
  ['AUTH_SECRET', { ...s3, AUTH_SECRET: '' }],
  ['MAX_UPLOAD_BYTES', { ...s3, MAX_UPLOAD_BYTES: '5368709121' }],
  ['X_ACCEL_PREFIX', { ...s3, X_ACCEL_PREFIX: '/stored' }],
  ['SMTP_URL', { SMTP_URL: 'mail://u:hunter2@mx' }, 'hunter2'],
  ['MAIL_FROM', { MAIL_FROM: 'nobody' }],
  ['MAIL_FROM', { MAIL_FROM: 'a@b.c\nBcc: eve@example.com' }],
  ['GOOGLE_CLIENT_ID', { GOOGLE_CLIENT_SECRET: 'hunter2' }, 'hunter2'],
  ['OIDC_CLIENT_SECRET', { OIDC_CLIENT_SECRET: 'hunter2' }, 'hunter2'],
  ['OIDC_CLIENT_ID', { OIDC_ISSUER: 'https://login.example.com' }],
  ['OIDC_ISSUER', { ...oidc, OIDC_ISSUER: 'login.example.com' }],
  ['OIDC_SCOPES', { ...oidc, OIDC_SCOPES: 'email' }],
  ['OIDC_LOGO_URL', { ...oidc, OIDC_LOGO_URL: 'logo.svg' }],
  ['REGISTRATION', { REGISTRATION: 'maybe' }],
  ['GOOGLE_CLIENT_SECRET', { GOOGLE_CLIENT_ID: 'id' }],
  ['GOOGLE_ISSUER', { ...google, GOOGLE_ISSUER: 'accounts.google.com' }],
  ['STOCK_API_KEY', { STOCK_API_URL: 'http://stock' }],
  ['STOCK_API_URL', { STOCK_API_KEY: 'hunter2', STOCK_API_URL: 'stock' }, 'hunter2'],
  ['AUTH_SECRET', { AUTH_SECRET: 'hunter2' }, 'hunter2'],
  ['ADMIN_USERNAME', { ADMIN_USERNAME: 'a b' }],
  ['ADMIN_EMAIL', { ADMIN_EMAIL: 'admin' }],
  ['ADMIN_PASSWORD', { ADMIN_PASSWORD: 'hunter2' }, 'hunter2'],
  ['MAX_CONCURRENT_JOBS', { MAX_CONCURRENT_JOBS: '0' }],
  ['MAX_UPLOAD_BYTES', { MAX_UPLOAD_BYTES: '500 MB' }],
  ['ALLOW_PRIVATE_SOURCES', { ALLOW_PRIVATE_SOURCES: 'sure' }],
  ['MFA_POLICY', { MFA_POLICY: 'always' }],
]

test('no variable is needed', () => {
  expect(parse({})).toEqual(defaults)
})

test('an empty or blank value counts as not set', () => {
  const names = new Set([...accepted, ...refused].flatMap(([, environment]) => Object.keys(environment)))
  expect(parse(Object.fromEntries([...names].map((name) => [name, ''])))).toEqual(defaults)
  expect(parse(Object.fromEntries([...names].map((name) => [name, '  '])))).toEqual(defaults)
})

describe('a good value', () => {
  test.each(accepted)('of %s is taken and changes nothing else', (_name, environment, change) => {
    expect(parse(environment)).toEqual({ ...defaults, ...change })
  })

  test('may have blanks around it', () => {
    expect(parse({ PORT: ' 8080 ' }).port).toBe(8080)
  })
})

describe('a bad value', () => {
  test.each(refused)('of %s is refused in one line that names it: %j', (name, environment, hidden) => {
    const line = problemOf(environment)
    expect(line).toMatch(new RegExp(`^${name} \\S.*$`))
    if (hidden) expect(line).not.toContain(hidden)
  })

  test.each(['PORT', 'ROLE', 'MAX_UPLOAD_BYTES', 'ALLOW_PRIVATE_SOURCES', 'MFA_POLICY', 'PUBLIC_URL', 'ADMIN_USERNAME'])(
    'of %s is refused in one line even when it has two',
    (name) => {
      expect(problemOf({ [name]: 'first\nsecond' })).toMatch(new RegExp(`^${name} \\S[^\\r\\n]*$`))
    },
  )
})
