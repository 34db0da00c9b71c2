import { baseLanguage } from '@video-forge/contract/captions/base-language'
import { escapeHtml } from '../../../platform/escape-html.ts'
import type { Credentials } from '../../protection/read-viewer.ts'
import type { Section } from './transcript-sections.ts'

export interface TranscriptFacts {
  /** The address of the site. */
  origin: string
  videoId: string
  /** What opened the page: the secret of a share link, a playback token, or the grant of a typed password. */
  access: Credentials
  title: string
  owner: string | null
  isPublic: boolean
  captions: readonly { id: string; language: string; label: string }[]
  /** The ones that are read; undefined where there are none such. */
  shown: { id: string; language: string; isAutomatic: boolean } | undefined
}

const rightToLeft = new Set('ar arc ckb dv fa he ks nqo ps sd ug ur yi'.split(' '))

export const directionOf = (language: string): 'rtl' | 'ltr' =>
  /-(?:Arab|Hebr|Thaa|Nkoo|Syrc)\b/.test(language) || rightToLeft.has(baseLanguage(language)) ? 'rtl' : 'ltr'

/** h:mm:ss, or m:ss below an hour. */
function clockTime(seconds: number): string {
  const whole = Math.floor(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':')
}

type Query = Record<string, string | undefined>

function address(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, value)
  return search.size > 0 ? `${path}?${search}` : path
}

/** Without a time a viewer goes on where they were. */
const videoPath = ({ videoId, access }: TranscriptFacts, seconds?: number): string =>
  address(`/video/${videoId}`, { t: seconds === undefined ? undefined : String(Math.floor(seconds)), ...access })

/** Named by their language, or by their id where an earlier one has the same. */
function captionPath({ videoId, access, captions }: TranscriptFacts, id: string): string {
  const language = captions.find((each) => each.id === id)?.language
  const isFirst = captions.find((each) => each.language === language)?.id === id
  return address(`/video/${videoId}/transcript`, isFirst ? { language, ...access } : { captionId: id, ...access })
}

const timeLink = (facts: TranscriptFacts, seconds: number): string =>
  `<a lang="en" href="${escapeHtml(videoPath(facts, seconds))}" aria-label="Play from ${clockTime(seconds)}">${clockTime(seconds)}</a>`

function sectionHtml(facts: TranscriptFacts, { chapter, paragraphs }: Section): string {
  const heading = chapter ? `<h2>${timeLink(facts, chapter.start)} <span dir="auto">${escapeHtml(chapter.title)}</span></h2>\n` : ''
  return heading + paragraphs.map(({ start, text }) => `<p>${timeLink(facts, start)} <span>${escapeHtml(text)}</span></p>\n`).join('')
}

/** Links to the same in other languages. */
function languageLinks(facts: TranscriptFacts): string {
  if (facts.captions.length < 2) return ''
  const items = facts.captions.map(({ id, language, label }) => {
    const attributes = `hreflang="${escapeHtml(language)}" dir="auto"`
    const current = id === facts.shown?.id ? ' aria-current="page"' : ''
    return `<li><a href="${escapeHtml(captionPath(facts, id))}" ${attributes}${current}>${escapeHtml(label)}</a></li>`
  })
  return `<nav aria-label="Languages"><ul>${items.join('')}</ul></nav>`
}

/** Crawlers find only what is public. */
function headTags(facts: TranscriptFacts, isFound: boolean): string {
  if (!facts.isPublic || !isFound || !facts.shown) return '<meta name="robots" content="noindex">'
  const page = (id: string) => escapeHtml(facts.origin + captionPath({ ...facts, access: {} }, id))
  const others = facts.captions.map(({ id, language }) => `<link rel="alternate" hreflang="${escapeHtml(language)}" href="${page(id)}">`)
  return [
    `<meta name="description" content="${escapeHtml(`What is said in the video "${facts.title}", with times.`)}">`,
    `<link rel="canonical" href="${page(facts.shown.id)}">`,
    ...(others.length > 1 ? others : []),
  ].join('\n    ')
}

function noteOf({ captions, shown }: TranscriptFacts): string {
  if (!shown) return captions.length === 0 ? 'This video has no captions.' : 'This video has no captions in this language.'
  return shown.isAutomatic ? 'Made automatically; it may contain errors.' : ''
}

/** The values of transcript-page.html, as HTML. */
export function transcriptValues(facts: TranscriptFacts, sections: readonly Section[]): Record<string, string> {
  const { title, owner, shown } = facts
  const name = owner === null ? '' : `<p>By <a href="/u/${encodeURIComponent(owner)}" dir="auto">${escapeHtml(owner)}</a></p>`
  const text = sections.map((section) => sectionHtml(facts, section)).join('')
  const note = noteOf(facts)
  return {
    '%PAGETITLE%': escapeHtml(`Transcript: ${title} · Video Forge`),
    '%HEAD%': headTags(facts, shown !== undefined),
    '%TITLE%': escapeHtml(title),
    '%OWNER%': name,
    '%VIDEO%': escapeHtml(videoPath(facts)),
    '%LANGUAGES%': languageLinks(facts),
    '%NOTE%': note && `<p>${note}</p>`,
    '%TEXT%': shown ? `<div lang="${escapeHtml(shown.language)}" dir="${directionOf(shown.language)}">\n${text}</div>` : '',
  }
}
