import { vi } from 'vitest'

type Listener = (
  event: string,
  data: {
    fatal?: boolean
    type?: string
    response?: { code: number; url?: string }
    errorAction?: { retryCount: number }
    level?: number
    levels?: FakeHls['levels']
  },
) => void

/** The library as the player uses it. Nothing is loaded. */
export class FakeHls {
  static readonly created: FakeHls[] = []
  static readonly Events = {
    ERROR: 'error',
    MANIFEST_PARSED: 'parsed',
    LEVELS_UPDATED: 'levels',
    LEVEL_SWITCHED: 'switched',
    FRAG_LOADED: 'loaded',
  }
  static readonly ErrorTypes = { NETWORK_ERROR: 'networkError' }
  static isSupported = () => true

  readonly config: Record<string, unknown>
  static get levelsOfStream(): { width: number; height: number; bitrate: number; videoCodec?: string; frameRate?: number }[] {
    return [
      { width: 854, height: 480, bitrate: 1_000_000 },
      { width: 1280, height: 720, bitrate: 2_500_000 },
    ]
  }
  levels = FakeHls.levelsOfStream
  currentLevel = -1
  /** Every level that was to replace what is loaded ahead. */
  readonly nextLevels: number[] = []
  startLevel = -1
  autoLevelCapping = -1
  manualLevel = -1
  url: string | undefined
  startedAt: number | undefined
  duration: number | undefined
  isDestroyed = false
  readonly #listeners = new Map<string, Listener>()

  constructor(config: Record<string, unknown> = {}) {
    this.config = config
    FakeHls.created.push(this)
  }
  /** Bits per second, once something was loaded. */
  measured: number | undefined
  get bandwidthEstimate(): number {
    return this.measured ?? Number(this.config['abrEwmaDefaultEstimate'])
  }
  get loadLevel(): number {
    return this.manualLevel
  }
  set loadLevel(level: number) {
    this.manualLevel = level
  }
  set nextLevel(level: number) {
    this.nextLevels.push(level)
    this.manualLevel = level
  }
  on(event: string, listener: Listener): void {
    this.#listeners.set(event, listener)
  }
  off(event: string, listener: Listener): void {
    if (this.#listeners.get(event) === listener) this.#listeners.delete(event)
  }
  removeLevel(index: number): void {
    if (this.levels.length > 1) this.levels = this.levels.filter((_, place) => place !== index)
  }
  trigger(_event: string, { levels = this.levels }: Parameters<Listener>[1]): void {
    this.levels = levels
  }
  emit(event: string, data: Parameters<Listener>[1] = {}): void {
    this.#listeners.get(event)?.(event, data)
  }
  loadSource(url: string): void {
    this.url = url
  }
  attachMedia({ overrides }: { overrides?: { duration?: number } }): void {
    this.duration = overrides?.duration
    this.emit(FakeHls.Events.MANIFEST_PARSED)
  }
  startLoad(seconds: number): void {
    this.startedAt = seconds
  }
  destroy(): void {
    this.isDestroyed = true
  }
}

/** A browser in which the library works. The test file mocks 'hls.js' or 'hls.js/light' with FakeHls. */
export function fakeMediaSource(): void {
  FakeHls.created.length = 0
  vi.stubGlobal('MediaSource', class {})
}
