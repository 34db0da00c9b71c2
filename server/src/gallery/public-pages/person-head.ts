import type { Person } from '@video-forge/contract/people'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { PageHead } from './page-head.ts'

/** The title and the tags for link previews of a person's page. */
export function personHead({ username, name, videoCount }: Person, origin: string): PageHead {
  const page = `${origin}/u/${encodeURIComponent(username)}`
  const description = `${videoCount === 1 ? '1 video' : `${videoCount} videos`} by ${name} on Video Forge.`
  const head = [
    '<meta property="og:site_name" content="Video Forge">',
    '<meta property="og:type" content="profile">',
    `<meta property="og:title" content="${escapeHtml(name)}">`,
    `<meta property="og:description" content="${escapeHtml(description)}">`,
    `<meta property="og:url" content="${escapeHtml(page)}">`,
    `<meta name="description" content="${escapeHtml(description)}">`,
    `<link rel="canonical" href="${escapeHtml(page)}">`,
  ].join('\n    ')
  return { title: escapeHtml(`${name} · Video Forge`), head }
}
