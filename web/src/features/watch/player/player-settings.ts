import { limits } from '@video-forge/contract/rules/limits'
import { qualities } from '@video-forge/contract/rules/video-rules'
import type { Choice } from './controls/quality-names.ts'
import { isSpeed } from './controls/speeds.ts'

export interface PlayerSettings {
  /** 0 to 1. */
  volume: number
  muted: boolean
  speed: number
  quality: Choice
}

const storageKey = 'video_forge_player'

const defaults: PlayerSettings = { volume: 1, muted: false, speed: 1, quality: limits.defaultQuality }

const choices: readonly Choice[] = ['auto', ...qualities]

/** Stored values may come from an older version or be edited, so each one is validated. */
export function parseSettings(text: string | null): PlayerSettings {
  const { volume, muted, speed, quality } = fieldsOf(text)
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaults.volume,
    muted: typeof muted === 'boolean' ? muted : defaults.muted,
    speed: typeof speed === 'number' && isSpeed(speed) ? speed : defaults.speed,
    quality: choices.find((choice) => choice === quality) ?? defaults.quality,
  }
}

function fieldsOf(text: string | null): Partial<Record<keyof PlayerSettings, unknown>> {
  try {
    const value: unknown = JSON.parse(text ?? '')
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}

/** A browser may block storage inside a frame; the player then uses its defaults. */
export function readSettings(): PlayerSettings {
  try {
    return parseSettings(localStorage.getItem(storageKey))
  } catch {
    return defaults
  }
}

export function rememberSettings(change: Partial<PlayerSettings>): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify({ ...readSettings(), ...change }))
  } catch {
    // The setting still applies until the page is left.
  }
}
