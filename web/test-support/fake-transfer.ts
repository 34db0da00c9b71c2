import { vi } from 'vitest'

/** A PUT request that the test controls. */
export class FakeRequest {
  static all: FakeRequest[] = []
  upload: { onprogress?: (event: { loaded: number }) => void; onload?: () => void } = {}
  onload?: () => void
  onerror?: () => void
  onabort?: () => void
  onloadend?: () => void
  status = 0
  responseText = ''
  method = ''
  url = ''
  headers: Record<string, string> = {}
  body: unknown
  isAborted = false

  constructor() {
    FakeRequest.all.push(this)
  }
  open(method: string, url: string) {
    this.method = method
    this.url = url
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value
  }
  send(body: unknown) {
    this.body = body
  }
  abort() {
    this.isAborted = true
    this.onabort?.()
    this.onloadend?.()
  }
  progress(loaded: number) {
    this.upload.onprogress?.({ loaded })
  }
  answer(status: number, body: unknown = '') {
    this.upload.onload?.()
    this.status = status
    this.responseText = typeof body === 'string' ? body : JSON.stringify(body)
    this.onload?.()
    this.onloadend?.()
  }
  breakOff() {
    this.onerror?.()
    this.onloadend?.()
  }
}

export interface TusOptions {
  uploadUrl: string
  headers?: Record<string, string>
  onProgress: (sent: number, total: number) => void
  onSuccess: () => void
  onError: (error: Error) => void
}

/** Replaces tus-js-client by `vi.mock('tus-js-client', …)`. */
export class FakeTus {
  static all: FakeTus[] = []
  readonly file: File
  readonly options: TusOptions
  isAborted = false

  constructor(file: File, options: TusOptions) {
    this.file = file
    this.options = options
  }
  start() {
    FakeTus.all.push(this)
  }
  abort() {
    this.isAborted = true
    return Promise.resolve()
  }
  progress(sent: number) {
    this.options.onProgress(sent, this.file.size)
  }
  arrive() {
    this.progress(this.file.size)
    this.options.onSuccess()
  }
  /** Without a status there was no response. */
  fail(status?: number, body = '') {
    const originalResponse = status === undefined ? null : { getStatus: () => status, getBody: () => body }
    this.options.onError(Object.assign(new Error('tus'), { originalRequest: {}, originalResponse }))
  }
}

export function fakeTransfers(): void {
  FakeRequest.all = []
  FakeTus.all = []
  // jsdom decodes no video, so there are no frames.
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new TypeError('not decodable')
  })
  vi.stubGlobal('XMLHttpRequest', FakeRequest)
}
