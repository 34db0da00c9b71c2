import { findTimeStamps } from '@video-forge/contract/text/time-stamps'

export type DescriptionPart =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string }
  | { kind: 'time'; text: string; seconds: number }

/** Punctuation at the end of an address belongs to the sentence around it; a bracket only if it was not opened inside. */
function linkEnd(address: string): number {
  let end = address.length
  while (end > 0) {
    const last = address[end - 1] ?? ''
    const isOpened = last === ')' && address.slice(0, end).split('(').length >= address.slice(0, end).split(')').length
    if (!/[.,;:!?)\]}'"»”]/.test(last) || isOpened) break
    end -= 1
  }
  return end
}

/** Splits a description into text, addresses and times within the video. */
export function descriptionParts(text: string, duration: number | null): DescriptionPart[] {
  const parts: DescriptionPart[] = []
  let done = 0
  for (const match of text.matchAll(/https?:\/\/[^\s<>"]+/gi)) {
    const address = match[0].slice(0, linkEnd(match[0]))
    if (!URL.canParse(address)) continue
    parts.push(...timeParts(text.slice(done, match.index), duration), { kind: 'link', text: address })
    done = match.index + address.length
  }
  return [...parts, ...timeParts(text.slice(done), duration)]
}

function timeParts(text: string, duration: number | null): DescriptionPart[] {
  const parts: DescriptionPart[] = []
  let done = 0
  for (const stamp of findTimeStamps(text)) {
    if (duration !== null && stamp.seconds >= duration) continue
    if (stamp.index > done) parts.push({ kind: 'text', text: text.slice(done, stamp.index) })
    parts.push({ kind: 'time', text: stamp.text, seconds: stamp.seconds })
    done = stamp.index + stamp.text.length
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) })
  return parts
}
