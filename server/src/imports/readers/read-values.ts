import { windowsCharacters } from '@video-forge/contract/captions/decode-captions'
import { decodeEntities } from './decode-entities.ts'
import { timeOfText } from './time-of-text.ts'

/** Reading values that other programs wrote, in the forms that are in use. */

/** A date as ISO 8601; null if it is none. Days and months in local orders, such as 3/4/2025, are ambiguous and refused. */
export function readDate(value: unknown): string | null {
  if (typeof value === 'number') return dateOf(value * 1000)
  if (typeof value !== 'string') return null
  const time = timeOfText(value)
  return time === undefined ? null : dateOf(time)
}

const dateOf = (time: number): string | null => (Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : null)

/** Seconds of '1:02:03.5', '62:03' or '3723'; null if it is no duration. */
export function readSeconds(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value >= 0 ? value : null
  if (typeof value !== 'string') return null
  const parts = value.trim().split(':')
  if (parts.length > 3 || !parts.every((part) => /^\d+([.,]\d+)?$/.test(part))) return null
  return parts.reduce((sum, part) => sum * 60 + Number(part.replace(',', '.')), 0)
}

const units: Record<string, number> = { '': 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3, t: 1024 ** 4 }

/** Bytes of 1234, '1234' or '10.5MB'; null if it is no size. */
export function readBytes(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) && value > 0 ? Math.round(value) : null
  if (typeof value !== 'string') return null
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?$/i.exec(value.trim()) ?? []
  return number ? Math.round(Number(number) * (units[unit.toLowerCase()] ?? 1)) || null : null
}

/** Private is everything that a source does not call public; null where it does not say. */
export function readVisibility(value: unknown): 'public' | 'private' | null {
  if (typeof value !== 'string' || value.trim() === '') return null
  return value.trim().toLowerCase() === 'public' ? 'public' : 'private'
}

/** The last part of an address, decoded: the name of its file. */
export function nameInUrl(url: string): string {
  const path = URL.canParse(url) ? new URL(url).pathname : url
  const name = path.split('/').filter(Boolean).at(-1) ?? ''
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** A title from the name of a file. */
export const titleInName = (name: string): string =>
  name
    .replace(/\.\w{1,5}$/, '')
    .replaceAll(/[_+\p{Cc}]+/gu, ' ')
    .trim()

/** More of a description is never shown. */
const maxMarkup = 5000

/** The text of a description that may be HTML, or Markdown with addresses in angle brackets. `a < b` is neither. */
export const withoutMarkup = (text: string): string =>
  decodeEntities(
    text
      .slice(0, maxMarkup)
      .replaceAll(/<(https?:\/\/[^<>\s]+|[^<>\s@/]+@[^<>\s@]+)>/gi, '$1')
      .replaceAll(/<(br|\/p|\/div|\/li|\/tr|\/h[1-6]|\/blockquote)\b[^<>]*>/gi, '\n')
      .replaceAll(/<[a-z/!?][^<>]*>/gi, ''),
  )
    .replaceAll('\u00a0', ' ')
    // Old pages number the characters of Windows.
    .replaceAll(/[\u0080-\u009f]/g, (letter) => windowsCharacters[letter.charCodeAt(0) - 0x80] ?? '')
    .replaceAll(/[ \t]+\n/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
