import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface Load {
  count: number
  perSecond: number
  bytes: number
  statuses: Record<string, number>
  /** Milliseconds. */
  p50: number
  p99: number
  worst: number
}

interface LoadOptions {
  connections: number
  seconds: number
  headers?: Record<string, string>
}

/** Puts a server under load from another process: each connection sends a request, waits for the response and repeats. */
export async function loadWith(url: string, paths: string[], { connections, seconds, headers = {} }: LoadOptions): Promise<Load> {
  const { hostname, port, host } = new URL(url)
  const extra = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: ${host}\r\n${extra.join('')}\r\n`)
  return loadWithRequests(hostname, Number(port), requests, { connections, seconds })
}

export async function loadWithRequests(
  host: string,
  port: number,
  requests: string[],
  { connections, seconds }: Pick<LoadOptions, 'connections' | 'seconds'>,
): Promise<Load> {
  const script = join(process.cwd(), 'bench', 'harness', 'load-process.mjs')
  const { stdout } = await run(process.execPath, [script, JSON.stringify({ host, port, requests, connections, seconds })], {
    maxBuffer: 1 << 20,
  })
  return JSON.parse(stdout) as Load
}
