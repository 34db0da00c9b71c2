import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import { taggedLanguage } from '@video-forge/contract/captions/languages'
import {
  emailProblem,
  passwordProblem,
  type RegistrationMode,
  registrationModes,
  usernameProblem,
} from '@video-forge/contract/rules/account-rules'
import { subfolderUses } from '@video-forge/contract/rules/import-rules'
import { limits } from '@video-forge/contract/rules/limits'

/**
 * All configuration, read from the environment once and parsed purely. An invalid setting is a ConfigProblem that names its variable; an
 * empty value counts as not set.
 */
export interface Config {
  role: 'all' | 'api' | 'worker'
  host: string
  port: number
  /** The origin of the site, without a slash at the end. */
  publicUrl: string
  /** Addresses and networks whose X-Forwarded-For counts; `loopback` is one of them. */
  trustedProxies: readonly string[]
  dataDir: string
  database: { kind: 'embedded' } | { kind: 'external'; url: string }
  redis: { kind: 'in-process' } | { kind: 'redis'; url: string }
  storage: { kind: 'local' } | S3Config
  mail: { kind: 'terminal'; from: string } | { kind: 'smtp'; url: string; from: string }
  google: { kind: 'off' } | ({ kind: 'on' } & ProviderConfig)
  /** The site's own single sign-on. */
  oidc: { kind: 'off' } | OidcConfig
  /** Whether visitors without an account see public videos. */
  isPublicSite: boolean
  /** Whether search engines may list the site. */
  isIndexed: boolean
  /** Who may create an account. */
  registration: RegistrationMode
  stock: { kind: 'built-in' } | { kind: 'provider'; key: string; url: string }
  authSecret: string | undefined
  admin: { username: string; email: string; password: string | undefined }
  maxConcurrentJobs: number
  maxUploadBytes: number
  allowPrivateSources: boolean
  /** A folder of this machine from which admins may import. */
  importDir: string | undefined
  /** A folder whose new files are imported by themselves, and whose they become; by default the first admin's. */
  watch: { dir: string; owner: string | undefined; subfolders: (typeof subfolderUses)[number] } | undefined
  mfaPolicy: 'off' | 'optional' | 'required'
  /** Automatic captions: made without being asked where the spoken language is known, made on request, or never. */
  captions: 'auto' | 'manual' | 'off'
  /** What is spoken in videos whose owner and file do not say it. BCP 47. */
  captionsLanguage: string | undefined
  /** A folder with a model for speech, instead of the English one that comes with the product. */
  captionsModelDir: string | undefined
  ffmpegPath: string | undefined
  ffprobePath: string | undefined
  /** Where a web server in front of us serves DATA_DIR/storage/objects to itself alone. */
  accelPrefix: string | undefined
}

interface ProviderConfig {
  clientId: string
  clientSecret: string
  issuer: string
}

interface OidcConfig extends ProviderConfig {
  kind: 'on'
  /** What people call it. */
  name: string
  logoUrl: string | undefined
  scopes: string
  /** The claim with the groups of a person, and the group whose members are admins. */
  groupsClaim: string
  adminGroup: string | undefined
}

interface S3Config {
  kind: 's3'
  bucket: string
  endpoint: string | undefined
  /** Where browsers reach the same server, when that is not under `endpoint`. */
  publicEndpoint: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  forcePathStyle: boolean
}

export class ConfigProblem extends Error {
  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`.replaceAll(/\s+/g, ' '))
    this.name = 'ConfigProblem'
  }
}

type Environment = Readonly<Record<string, string | undefined>>

export function parseConfig(environment: Environment, workingDirectory: string): Config {
  const read = reader(environment)
  const port = read.integer('PORT', 3000, 0, 65_535)
  const config: Config = {
    role: read.oneOf('ROLE', ['all', 'api', 'worker']),
    host: read.text('HOST') ?? '127.0.0.1',
    port,
    publicUrl: read.url('PUBLIC_URL', ['http:', 'https:'], 'origin') ?? `http://localhost:${port}`,
    trustedProxies: listOf(read.checked('TRUSTED_PROXIES', proxiesProblem)),
    dataDir: absolute(read.text('DATA_DIR') ?? 'data', workingDirectory),
    database: parseOne(read.url('DATABASE_URL', ['postgres:', 'postgresql:']), (url) => ({ kind: 'external', url }), { kind: 'embedded' }),
    redis: parseOne(read.url('REDIS_URL', ['redis:', 'rediss:']), (url) => ({ kind: 'redis', url }), { kind: 'in-process' }),
    storage: parseStorage(read),
    mail: parseMail(read),
    google: parseGoogle(read),
    oidc: parseOidc(read),
    isPublicSite: isOn(read, 'PUBLIC_SITE'),
    // Crawlers are visitors.
    isIndexed: isOn(read, 'INDEXING') && isOn(read, 'PUBLIC_SITE'),
    registration: read.oneOf('REGISTRATION', registrationModes),
    stock: parseStock(read),
    authSecret: read.checked('AUTH_SECRET', (value) => (value.length < 32 ? 'must have at least 32 characters' : undefined)),
    admin: {
      username: read.checked('ADMIN_USERNAME', asProblem(usernameProblem)) ?? 'admin',
      email: read.checked('ADMIN_EMAIL', asProblem(emailProblem)) ?? 'admin@localhost',
      password: read.checked('ADMIN_PASSWORD', asProblem(passwordProblem)),
    },
    maxConcurrentJobs: read.integer('MAX_CONCURRENT_JOBS', 2, 1, 256),
    maxUploadBytes: read.integer('MAX_UPLOAD_BYTES', limits.maxUploadBytes, 1, Number.MAX_SAFE_INTEGER),
    allowPrivateSources: read.boolean('ALLOW_PRIVATE_SOURCES', false),
    importDir: parseOne(read.text('IMPORT_DIR'), (folder) => absolute(folder, workingDirectory), undefined),
    watch: parseWatch(read, workingDirectory),
    mfaPolicy: read.oneOf('MFA_POLICY', ['optional', 'off', 'required']),
    captions: read.oneOf('CAPTIONS', ['auto', 'manual', 'off']),
    captionsLanguage: taggedLanguage(read.checked('CAPTIONS_LANGUAGE', languageProblem)),
    captionsModelDir: parseOne(read.text('CAPTIONS_MODEL_DIR'), (folder) => absolute(folder, workingDirectory), undefined),
    ffmpegPath: read.text('FFMPEG_PATH'),
    ffprobePath: read.text('FFPROBE_PATH'),
    accelPrefix: read.checked('X_ACCEL_PREFIX', (value) =>
      /^(\/[\w.-]+)+$/.test(value) ? undefined : 'must be a path like /stored, without a slash at its end',
    ),
  }
  if (config.storage.kind === 's3') refuseWithS3(config)
  return config
}

/** S3 takes no more in one request. */
const maxS3Bytes = 5 * 1024 ** 3

/** A site with S3 has several processes, on machines that share no folder. */
function refuseWithS3({ authSecret, maxUploadBytes, accelPrefix }: Config): void {
  if (!authSecret) throw new ConfigProblem('AUTH_SECRET', 'is needed because S3_BUCKET is set: every process must sign with the same one')
  if (maxUploadBytes > maxS3Bytes) throw new ConfigProblem('MAX_UPLOAD_BYTES', `may be at most ${maxS3Bytes} because S3_BUCKET is set`)
  if (accelPrefix) throw new ConfigProblem('X_ACCEL_PREFIX', 'is for files in DATA_DIR; leave it empty because S3_BUCKET is set')
}

type Reader = ReturnType<typeof reader>

const isOn = (read: Reader, name: string): boolean => read.oneOf(name, ['on', 'off']) === 'on'

function parseStorage(read: Reader): Config['storage'] {
  const bucket = read.text('S3_BUCKET')
  if (!bucket) {
    const stray = ['S3_ENDPOINT', 'S3_PUBLIC_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].find((name) => read.text(name))
    if (stray) throw new ConfigProblem(stray, 'is set but S3_BUCKET is not; set both or neither')
    return { kind: 'local' }
  }
  return {
    kind: 's3',
    bucket,
    endpoint: read.url('S3_ENDPOINT', ['http:', 'https:']),
    publicEndpoint: read.url('S3_PUBLIC_ENDPOINT', ['http:', 'https:'], 'origin'),
    region: read.text('S3_REGION') ?? 'us-east-1',
    accessKeyId: read.needed('S3_ACCESS_KEY_ID', 'S3_BUCKET'),
    secretAccessKey: read.needed('S3_SECRET_ACCESS_KEY', 'S3_BUCKET'),
    forcePathStyle: read.boolean('S3_FORCE_PATH_STYLE', false),
  }
}

function parseMail(read: Reader): Config['mail'] {
  const from = read.checked('MAIL_FROM', (value) => (/^[^\r\n]*@[^\r\n]*$/.test(value) ? undefined : 'must be an e-mail address'))
  const url = read.url('SMTP_URL', ['smtp:', 'smtps:'])
  if (!url) return { kind: 'terminal', from: from ?? 'Video Forge <video-forge@localhost>' }
  return { kind: 'smtp', url, from: from ?? `Video Forge <video-forge@${new URL(url).hostname}>` }
}

function parseGoogle(read: Reader): Config['google'] {
  const clientId = read.text('GOOGLE_CLIENT_ID')
  if (!clientId) {
    if (read.text('GOOGLE_CLIENT_SECRET')) throw new ConfigProblem('GOOGLE_CLIENT_ID', 'is needed because GOOGLE_CLIENT_SECRET is set')
    return { kind: 'off' }
  }
  const issuer = read.url('GOOGLE_ISSUER', ['http:', 'https:']) ?? 'https://accounts.google.com'
  return { kind: 'on', clientId, clientSecret: read.needed('GOOGLE_CLIENT_SECRET', 'GOOGLE_CLIENT_ID'), issuer }
}

function parseOidc(read: Reader): Config['oidc'] {
  const issuer = read.url('OIDC_ISSUER', ['http:', 'https:'])
  if (!issuer) {
    const stray = ['OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ADMIN_GROUP'].find((name) => read.text(name))
    if (stray) throw new ConfigProblem(stray, 'is set but OIDC_ISSUER is not; set both or neither')
    return { kind: 'off' }
  }
  return {
    kind: 'on',
    issuer,
    clientId: read.needed('OIDC_CLIENT_ID', 'OIDC_ISSUER'),
    clientSecret: read.needed('OIDC_CLIENT_SECRET', 'OIDC_ISSUER'),
    name:
      read.checked('OIDC_NAME', (value) => (value.length > 40 ? 'may have at most 40 characters' : undefined)) ?? new URL(issuer).hostname,
    logoUrl: read.url('OIDC_LOGO_URL', ['https:', 'http:', 'file:']),
    scopes: read.checked('OIDC_SCOPES', scopesProblem) ?? 'openid email profile',
    groupsClaim: read.text('OIDC_GROUPS_CLAIM') ?? 'groups',
    adminGroup: read.text('OIDC_ADMIN_GROUP'),
  }
}

function parseWatch(read: Reader, workingDirectory: string): Config['watch'] {
  const dir = read.text('WATCH_DIR')
  const owner = read.checked('WATCH_OWNER', asProblem(usernameProblem))
  if (!dir && owner) throw new ConfigProblem('WATCH_OWNER', 'is set but WATCH_DIR is not; set both or neither')
  const subfolders = read.oneOf('WATCH_SUBFOLDERS', subfolderUses)
  return dir ? { dir: absolute(dir, workingDirectory), owner, subfolders } : undefined
}

const scopesProblem = (value: string): string | undefined =>
  value.split(/\s+/).includes('openid') ? undefined : "must contain openid, like 'openid email profile groups'"

function parseStock(read: Reader): Config['stock'] {
  const key = read.text('STOCK_API_KEY')
  const url = read.url('STOCK_API_URL', ['http:', 'https:'])
  if (!key) {
    if (url) throw new ConfigProblem('STOCK_API_KEY', 'is needed because STOCK_API_URL is set')
    return { kind: 'built-in' }
  }
  return { kind: 'provider', key, url: url ?? 'https://pixabay.com/api/videos/' }
}

function reader(environment: Environment) {
  const text = (name: string): string | undefined => environment[name]?.trim() || undefined
  const checked = (name: string, problem: (value: string) => string | undefined): string | undefined => {
    const value = text(name)
    const wrong = value === undefined ? undefined : problem(value)
    if (wrong) throw new ConfigProblem(name, wrong)
    return value
  }
  return {
    text,
    checked,
    needed(name: string, because: string): string {
      const value = text(name)
      if (!value) throw new ConfigProblem(name, `is needed because ${because} is set`)
      return value
    },
    integer(name: string, fallback: number, min: number, max: number): number {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
      if (!(number >= min && number <= max)) throw new ConfigProblem(name, `must be a whole number from ${min} to ${max}, not '${value}'`)
      return number
    },
    boolean(name: string, fallback: boolean): boolean {
      const value = text(name)?.toLowerCase()
      if (value === undefined) return fallback
      if (['true', '1', 'yes'].includes(value)) return true
      if (['false', '0', 'no'].includes(value)) return false
      throw new ConfigProblem(name, `must be true or false, not '${value}'`)
    },
    /** The first of the choices is the default. */
    oneOf<const Choice extends string>(name: string, choices: readonly [Choice, ...Choice[]]): Choice {
      const value = text(name)
      if (value === undefined) return choices[0]
      const choice = choices.find((candidate) => candidate === value)
      if (!choice) throw new ConfigProblem(name, `must be one of ${choices.join(', ')}, not '${value}'`)
      return choice
    },
    /** A URL may contain a password, so the problem does not repeat it. */
    url(name: string, protocols: string[], form: 'any' | 'origin' = 'any'): string | undefined {
      const kinds = protocols.map((protocol) => `${protocol}//`).join(' or ')
      const value = checked(name, (candidate) => {
        if (!URL.canParse(candidate) || !protocols.includes(new URL(candidate).protocol)) return `must be a URL that starts with ${kinds}`
        const { pathname, search, hash } = new URL(candidate)
        if (form === 'origin' && (pathname !== '/' || search || hash))
          return 'must be an origin like https://video.example.com, without a path'
        return undefined
      })
      return value && form === 'origin' ? new URL(value).origin : value
    },
  }
}

const languageProblem = (value: string): string | undefined =>
  taggedLanguage(value) ? undefined : `must be the code of a language, like en or pt-BR, not '${value}'`

const listOf = (text = ''): string[] =>
  text
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '')

const proxiesProblem = (value: string): string | undefined => {
  const wrong = listOf(value).find((entry) => entry !== 'loopback' && !isNetwork(entry))
  return wrong && `must be addresses, networks like 10.42.0.0/16, or loopback, separated by commas, not '${wrong}'`
}

/** A network of size 0 is refused: it would trust every forged address. */
function isNetwork(entry: string): boolean {
  const [, address = '', bits] = /^([\d.a-f:]+)(?:\/([1-9]\d*))?$/i.exec(entry) ?? []
  const version = isIP(address)
  return version !== 0 && Number(bits ?? 1) <= (version === 4 ? 32 : 128)
}

const asProblem = (rule: (value: string) => string | undefined) => (value: string) => {
  const sentence = rule(value)
  return sentence && `is not usable: ${sentence}`
}

function parseOne<Value, Set, Unset>(value: Value | undefined, whenSet: (value: Value) => Set, whenUnset: Unset): Set | Unset {
  return value === undefined ? whenUnset : whenSet(value)
}

const absolute = (path: string, base: string): string => (isAbsolute(path) ? path : resolve(base, path))
