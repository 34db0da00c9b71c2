/** A tag, or a time inside a cue. Anything else in angle brackets is text: `<3` and `a < b` stay. */
const tagPattern = /<(\/?)(?:([a-zA-Z][a-zA-Z0-9]*)(?:[.\s/:][^<>]*)?)?>|<\d+:[\d:.]+>/g

const keptTags = new Set(['b', 'i', 'u'])

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', nbsp: '\u00a0', lrm: '\u200e', rlm: '\u200f', quot: '"', apos: "'" }

/** No characters to show: control characters but tabs and line ends, halves of characters, and marks for programs. Marks of direction stay. */
const invisible = /(?![\n\t])\p{Cc}|\p{Cs}|[\ufeff\ufff9-\ufffb\ufffe\uffff]/gu

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(?:([a-z]{2,5})|#(\d{1,7})|#x([0-9a-f]{1,6}));/gi, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })

const tidyText = (text: string): string =>
  decodeEntities(text)
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll(invisible, '')
    .replaceAll('\t', ' ')

/**
 * The text of a cue from outside as cue text of WebVTT. Of all markup only bold, italic and underlined stays, each tag closed; everything
 * else is escaped, so nothing in it can run or end the cue.
 */
export function cleanCueText(raw: string): string {
  const open: string[] = []
  let clean = ''
  let from = 0
  for (const match of raw.matchAll(tagPattern)) {
    clean += escapeText(tidyText(raw.slice(from, match.index)))
    from = match.index + match[0].length
    const name = match[2]?.toLowerCase() ?? ''
    if (name === 'br') clean += '\n'
    if (!keptTags.has(name)) continue
    if (match[1] !== '/') {
      if (open.includes(name)) continue
      open.push(name)
      clean += `<${name}>`
    } else if (open.includes(name)) clean += closeUntil(open, name)
  }
  clean += escapeText(tidyText(raw.slice(from)))
  while (open.length > 0) clean += `</${open.pop()}>`
  return withoutEmptyLines(clean)
}

/** Tags that were opened later are closed first and not opened again, like browsers do with cues. */
function closeUntil(open: string[], name: string): string {
  let closing = ''
  for (let last = open.pop(); last !== undefined; last = open.pop()) {
    closing += `</${last}>`
    if (last === name) break
  }
  return closing
}

/** An empty line would end the cue. */
function withoutEmptyLines(text: string): string {
  let before = text
  for (;;) {
    const after = before.replaceAll(/<([biu])>(\s*)<\/\1>/g, '$2')
    if (after === before) break
    before = after
  }
  return before
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .reduce(joinBareTags, [])
    .join('\n')
}

/** A line of tags alone would be an empty one to people, so it joins the line before it. */
function joinBareTags(lines: string[], line: string): string[] {
  const isBare = (each: string) => each.replaceAll(/<\/?[biu]>/g, '') === ''
  const last = lines.at(-1)
  if (last !== undefined && (isBare(line) || isBare(last))) lines[lines.length - 1] = last + line
  else lines.push(line)
  return lines
}

/** Cue text without markup, as people read it. */
export const plainCueText = (text: string): string =>
  text
    .replaceAll(/<\/?[biu]>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')

/** Letters of scripts that write no spaces between words. */
const unspaced =
  '[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\u3000-\u303f\uff00-\uff65]'
const endsUnspaced = new RegExp(`${unspaced}$`, 'u')
const startsUnspaced = new RegExp(`^${unspaced}`, 'u')

const startsWithMark = /^[.,;:!?…)\]»”’]/

/** Two texts as one, with a space where the script has spaces. */
export function joinCueTexts(first: string, second: string): string {
  const [before, after] = [first.trimEnd(), second.trimStart()]
  if (before === '' || after === '') return before + after
  const isUnspaced = startsWithMark.test(after) || (endsUnspaced.test(before) && startsUnspaced.test(after))
  return isUnspaced ? before + after : `${before} ${after}`
}
