// Builds the web application and the server into dist/, unless the build there is from exactly these sources.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import zlib, { constants } from 'node:zlib'

const brotliCompress = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)
const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const dist = join(root, 'dist')
const stamp = join(dist, 'built-from')
const sources = ['contract', 'client', 'media', 'server', 'web', 'docs/developers', 'scripts/build.mjs', 'package-lock.json']

/** A hash of every source file, so that a pull, a checkout or an edit is always noticed. */
export function fingerprint() {
  const hash = createHash('sha256').update(process.version)
  /** @param {string} path */
  const add = (path) => {
    for (const entry of readdirSync(path, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const child = join(path, entry.name)
      if (entry.isDirectory() && entry.name !== 'node_modules') add(child)
      else if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) hash.update(child).update(readFileSync(child))
    }
  }
  for (const source of sources) {
    const path = join(root, source)
    if (source.includes('.')) hash.update(readFileSync(path))
    else add(path)
  }
  return hash.digest('hex')
}

/** Whether dist/ exists and is current. A copy that was shipped without sources is always current. */
export function isBuilt() {
  if (!existsSync(stamp)) return false
  return !existsSync(join(root, 'server', 'src')) || readFileSync(stamp, 'utf8') === fingerprint()
}

/** The library for speech, and packages of which only the model files are used. */
const speechPackages = ['sherpa-onnx-node', '@moonshine-ai/moonshine-js', '@ricky0123/vad-web']

/** @returns {import('vite').InlineConfig} */
export function serverBuild() {
  return {
    configFile: false,
    root: join(root, 'server'),
    logLevel: 'warn',
    // Bundled with its libraries the server takes a third less memory; packages that load files of their own stay outside.
    ssr: {
      noExternal: true,
      external: ['@node-rs/argon2', '@fastify/swagger-ui', 'pg-native', 'ioredis', 'redis', 'bullmq-otel', ...speechPackages],
    },
    build: {
      ssr: true,
      outDir: join(dist, 'server'),
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      sourcemap: false,
      rolldownOptions: {
        // Speech recognition is a program of its own, which the server starts.
        input: { main: 'src/main.ts', speech: '../media/src/run/speech/speech-program.ts' },
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
          minify: { mangle: false, compress: true, codegen: true },
        },
      },
    },
  }
}

async function build() {
  // The build is always a production build, even if the environment says otherwise, as in a test run.
  process.env['NODE_ENV'] = 'production'
  const { build: viteBuild } = await import('vite')
  rmSync(stamp, { force: true })
  const web = viteBuild({ root: join(root, 'web'), logLevel: 'warn' }).then(() => compress(join(dist, 'web')))
  await Promise.all([web, viteBuild(serverBuild())])
  mkdirSync(dist, { recursive: true })
  writeFileSync(stamp, fingerprint())
}

/** Compresses files once at the highest level, instead of for every visitor. @param {string} folder */
async function compress(folder) {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
  await Promise.all(
    files.map(async (entry) => {
      if (!entry.isFile() || !/\.(js|css|html|svg|json|txt)$/.test(entry.name)) return
      const path = join(entry.parentPath, entry.name)
      const content = readFileSync(path)
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
      writeFileSync(`${path}.br`, await brotliCompress(content, { params }))
      writeFileSync(`${path}.gz`, await gzip(content, { level: 9 }))
    }),
  )
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  if (isBuilt()) console.log('The build is current.')
  else await build()
}
