import type { DeviceClass } from '@video-forge/contract/rules/play-rules'

/** Robots that say so, and clients that say nothing. Others are limited by what one person and one network can count. */
export const isRobot = (userAgent: string): boolean =>
  userAgent === '' || /(?<!cu)bot\b|crawl|spider|slurp|facebookexternalhit|preview|lighthouse|monitor/i.test(userAgent)

/** The first match counts: televisions and tablets also name the system of phones. */
const classes: readonly [RegExp, DeviceClass][] = [
  [/\b(smart-?tv|appletv|googletv|hbbtv|tizen|web0s|webos|roku|aft[a-z]+|crkey|bravia)\b|android tv/i, 'tv'],
  [/\bipad\b|\btablet\b|kindle|silk\/|android(?!.*\bmobile\b)/i, 'tablet'],
  [/\biphone\b|\bipod\b|\bmobile\b|android/i, 'phone'],
  [/windows|macintosh|x11|linux|\bcros\b/i, 'desktop'],
]

export const deviceClassOf = (userAgent: string): DeviceClass => classes.find(([pattern]) => pattern.test(userAgent))?.[1] ?? 'other'
