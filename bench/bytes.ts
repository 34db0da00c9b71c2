import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createWriteStream, existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { startProcess } from '../e2e/harness/product-process.ts'
import { type Load, loadWithRequests } from './harness/load.ts'
import { median, printTable } from './harness/table.ts'

const mib = 1024 * 1024
const fileMib = 256
const rounds = 20
const seconds = 1
const connections = 4

/** Ranges of 1 MiB of one rendition: from the product, through nginx (X-Accel-Redirect), and from nginx alone. */
export async function run(): Promise<void> {
  const nginx = ['/usr/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path))
  if (!nginx) {
    console.error('nginx is missing; on Debian: apt-get install nginx-light')
    process.exitCode = 1
    return
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'vf-bench-'))
  const plain = await startProcess({ PORT: '0', DATA_DIR: dataDir })
  const { id, key } = await plantVideo(dataDir)
  // A second process on the same data, which sends files through nginx.
  const accelerated = await startProcess({
    PORT: '0',
    DATA_DIR: await mkdtemp(join(tmpdir(), 'vf-bench-')),
    DATABASE_URL: `postgres://forge@${encodeURIComponent(join(dataDir, 'run'))}/postgres`,
    X_ACCEL_PREFIX: '/stored',
    ROLE: 'api',
  })
  const port = await freePort()
  const server = await startNginx(nginx, { port, objects: join(dataDir, 'storage', 'objects'), behind: new URL(accelerated.url).port })
  const plainPort = Number(new URL(plain.url).port)

  const ways: Record<string, () => Promise<Load>> = {
    nginx: () => ranges(port, `/direct/${key}`),
    'Video Forge by itself': () => ranges(plainPort, `/media/${id}/public/1080p.mp4`),
    'Video Forge behind nginx': () => ranges(port, `/media/${id}/public/1080p.mp4`),
  }
  const results: Record<string, number[]> = {}
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(ways)) {
      const load = await measure()
      if (Object.keys(load.statuses).join() !== '206') throw new Error(`${name} answered ${JSON.stringify(load.statuses)}`)
      // The first round warms everything up.
      if (round > 0) results[name] = [...(results[name] ?? []), load.perSecond]
    }
  }
  server.kill('SIGTERM')
  await accelerated.stop()
  await plain.stop()
  await rm(dataDir, { recursive: true, force: true })

  const perSecond = (name: string) => median(results[name] ?? [])
  // Compared within each short round, because the speed of a shared machine changes from round to round.
  const against = (name: string) => median((results[name] ?? []).map((each, round) => each / (results['nginx']?.[round] ?? Number.NaN)))
  const row = (name: string, target: number) => ({
    what: name,
    measured: `${Math.round(perSecond(name))} ranges a second, ${against(name).toFixed(2)} x nginx`,
    target: `at least ${target} x`,
    ok: against(name) >= target,
  })
  printTable(`Ranges of 1 MiB over ${connections} connections, median of ${rounds} rounds`, [
    { what: 'nginx', measured: `${Math.round(perSecond('nginx'))} ranges per second` },
    row('Video Forge by itself', 0.4),
    row('Video Forge behind nginx', 0.95),
  ])
}

function ranges(port: number, path: string): Promise<Load> {
  const requests = Array.from({ length: fileMib }, (_, index) => {
    const start = ((index * 97) % fileMib) * mib
    return `GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\nRange: bytes=${start}-${start + mib - 1}\r\n\r\n`
  })
  return loadWithRequests('127.0.0.1', port, requests, { connections, seconds })
}

/** A public video whose rendition is a file of arbitrary bytes. */
async function plantVideo(dataDir: string): Promise<{ id: string; key: string }> {
  const client = new Client({ host: join(dataDir, 'run'), user: 'forge', database: 'postgres' })
  await client.connect()
  const id = randomUUID()
  const key = `videos/${id}/1/1080p.mp4`
  const path = join(dataDir, 'storage', 'objects', key)
  await mkdir(join(path, '..'), { recursive: true })
  const file = createWriteStream(path)
  const chunk = Buffer.alloc(mib, 'forge')
  for (let i = 0; i < fileMib; i += 1) await new Promise((resolve) => file.write(chunk, resolve))
  await new Promise<void>((resolve) => file.end(() => resolve()))
  const user = "(select id from users where username = 'admin')"
  await client.query(`insert into videos (id, user_id, title, visibility, status) values ($1, ${user}, 'Large', 'public', 'ready')`, [id])
  await client.query(
    `insert into jobs (id, user_id, input_source, output_formats, status) values ($1, ${user}, 'local-sample.mp4', '{1080p}', 'COMPLETED')`,
    [id],
  )
  await client.query(
    `insert into assets (id, job_id, asset_type, storage_key, filename, content_type, file_size) values ($1, $2, 'TRANSCODE_1080', $3, '1080p.mp4', 'video/mp4', $4)`,
    [randomUUID(), id, key, fileMib * mib],
  )
  await client.end()
  return { id, key }
}

async function startNginx(program: string, options: { port: number; objects: string; behind: string }): Promise<ChildProcess> {
  const folder = await mkdtemp(join(tmpdir(), 'vf-nginx-'))
  await chmod(folder, 0o755)
  const configuration = `
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log; user root;
    events { worker_connections 1024; }
    http {
      access_log off; sendfile on; tcp_nopush on; types { video/mp4 mp4; }
      client_body_temp_path ${folder}; proxy_temp_path ${folder}; fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
      upstream forge { server 127.0.0.1:${options.behind}; keepalive 16; }
      server {
        listen 127.0.0.1:${options.port}; keepalive_requests 1000000;
        location /direct/ { alias ${options.objects}/; }
        location /stored/ { internal; alias ${options.objects}/; }
        location / { proxy_pass http://forge; proxy_http_version 1.1; proxy_set_header Connection ''; proxy_set_header Host $http_host; }
      }
    }`
  const file = join(folder, 'nginx.conf')
  await writeFile(file, configuration)
  const child = spawn(program, ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  for (let tries = 0; tries < 100; tries += 1) {
    const ready = await fetch(`http://127.0.0.1:${options.port}/healthz`).catch(() => undefined)
    if (ready?.ok) return child
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('nginx did not start')
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return typeof address === 'object' && address ? address.port : 0
}
