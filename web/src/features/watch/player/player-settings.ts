import { limits } from '@video-forge/contract/rules/limits'
import { qualities } from '@video-forge/contract/rules/video-rules'
import { type CaptionStyle, defaultCaptionStyle, parseCaptionStyle } from './captions/caption-style.ts'
import type { Choice } from './controls/quality-names.ts'
import { isSpeed } from './controls/speeds.ts'

export interface PlayerSettings {
  /** 0 to 1. */
  volume: number
  muted: boolean
  speed: number
  quality: Choice
  /** The language of the captions; null while they are off. */
  captions: string | null
  /** The language of the last captions, for when they are switched on again; null before there were any. */
  captionLanguage: string | null
  captionStyle: CaptionStyle
  isTheatre: boolean
  /** Whether keys without a modifier control the player. */
  hasShortcuts: boolean
  /** Bits per second of the last adaptive playback; null if unknown. */
  bandwidth: number | null
}

const storageKey = 'video_forge_player'

/** Records without it are from a version that stored its default quality beside every other change. */
const version = 2

const defaults: PlayerSettings = {
  volume: 1,
  muted: false,
  speed: 1,
  quality: 'auto',
  captions: null,
  captionLanguage: null,
  captionStyle: defaultCaptionStyle,
  isTheatre: false,
  hasShortcuts: true,
  bandwidth: null,
}

const choices: readonly Choice[] = ['auto', ...qualities]

type Fields = Partial<Record<keyof PlayerSettings | 'version', unknown>>

/** Stored values may come from an older version or be edited, so each one is validated. */
export function parseSettings(text: string | null): PlayerSettings {
  const fields = fieldsOf(text)
  const { volume, speed, captions, captionLanguage, captionStyle, bandwidth } = fields
  const flag = (name: 'muted' | 'isTheatre' | 'hasShortcuts') => {
    const value = fields[name]
    return typeof value === 'boolean' ? value : defaults[name]
  }
  return {
    volume: typeof volume === 'number' && volume >= 0 && volume <= 1 ? volume : defaults.volume,
    muted: flag('muted'),
    speed: typeof speed === 'number' && isSpeed(speed) ? speed : defaults.speed,
    quality: qualityOf(fields),
    captions: typeof captions === 'string' ? captions : defaults.captions,
    captionLanguage: typeof captionLanguage === 'string' ? captionLanguage : defaults.captionLanguage,
    captionStyle: parseCaptionStyle(captionStyle),
    isTheatre: flag('isTheatre'),
    hasShortcuts: flag('hasShortcuts'),
    bandwidth: typeof bandwidth === 'number' && bandwidth > 0 ? bandwidth : defaults.bandwidth,
  }
}

function qualityOf(fields: Fields): Choice {
  if (fields.version !== version && fields.quality === limits.defaultQuality) return defaults.quality
  return choices.find((choice) => choice === fields.quality) ?? defaults.quality
}

function fieldsOf(text: string | null): Fields {
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
    localStorage.setItem(storageKey, JSON.stringify({ ...readSettings(), ...change, version }))
  } catch {
    // The setting still applies until the page is left.
  }
}
