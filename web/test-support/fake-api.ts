import { vi } from 'vitest'

export interface RecordedCall {
  key: string
  query: string | undefined
  token: string | undefined
  body: unknown
}

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> }
type Handler = (call: RecordedCall) => Answer | Promise<Answer>

/** Replaces fetch: answers by 'METHOD /path' and records the calls. A call without a handler fails like a lost network. */
export function fakeApi(handlers: Record<string, Handler>): RecordedCall[] {
  const seen: RecordedCall[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, search } = new URL(url, 'http://localhost')
    const token = new Headers(init.headers).get('authorization')?.replace('Bearer ', '')
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body instanceof Blob ? init.body : undefined
    const call = { key: `${init.method ?? 'GET'} ${pathname.replace('/prod/api', '')}`, query: search || undefined, token, body }
    const handler = handlers[call.key]
    // The live stream opens by itself, so it is recorded only when a test handles it.
    if (handler || !call.key.endsWith('/jobs/events')) seen.push(call)
    if (!handler) throw new TypeError('Failed to fetch')
    const answer = await handler(call)
    if (answer.status === 204) return new Response(null, { status: 204 })
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? { success: true })
    return new Response(text, { status: answer.status ?? 200, headers: answer.headers ?? {} })
  })
  return seen
}

export const failure = (status: number, code: string, message: string, extra: object = {}): Answer => ({
  status,
  body: { error: message, message, code, ...extra },
})

export const ada = {
  id: '0190a000-0000-7000-8000-000000000001',
  username: 'ada',
  email: 'ada@example.com',
  role: 'user',
  group: 'user',
  groups: ['user'],
  status: 'CONFIRMED',
  mfaEnabled: false,
} as const

export const tokenSet = (mark: string) => ({ idToken: `id-${mark}`, accessToken: `access-${mark}`, refreshToken: `refresh-${mark}` })

export function storeSession(mark = '1', user: object = ada): void {
  localStorage.setItem('video_forge_token', `id-${mark}`)
  localStorage.setItem('video_forge_access_token', `access-${mark}`)
  localStorage.setItem('video_forge_refresh_token', `refresh-${mark}`)
  localStorage.setItem('video_forge_user', JSON.stringify(user))
}
