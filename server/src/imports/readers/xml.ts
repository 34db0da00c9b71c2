import { decodeEntities } from './decode-entities.ts'

/** An element of XML. Names keep their prefix and are in lower case, such as `media:content`. */
export interface XmlElement {
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Its own text and CDATA. */
  text: string
  /** Where it stands in the text of its parent. */
  at: number
}

const maxDepth = 50
/** Of a document: a feed of 10,000 episodes has fewer. */
const maxElements = 1_000_000
/** At once in memory. An element takes fifty times the bytes that it has in the text. */
const maxKept = 500_000
const maxAttributes = 100
/** The names of attributes follow a space, so that the search never starts within a word. */
const attribute = /(?<=\s)([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g

function attributesOf(text: string): Record<string, string> {
  const found: [string, string][] = []
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    found.push([name.toLowerCase(), decodeEntities(double ?? single ?? '')])
    if (found.length >= maxAttributes) break
  }
  return Object.fromEntries(found)
}

type Token = { kind: 'text'; text: string } | { kind: 'open' | 'empty' | 'close'; tag: string }

/** The end of a tag: the first > outside quotes. */
function endOfTag(text: string, from: number): number {
  let quote = ''
  for (let at = from; at < text.length; at += 1) {
    const letter = text[at]
    if (quote) quote = letter === quote ? '' : quote
    else if (letter === '"' || letter === "'") quote = letter
    else if (letter === '>') return at
  }
  return -1
}

/** Reads a document once from its start to its end. What is never closed ends it. */
function* tokensIn(text: string): Generator<Token> {
  let at = 0
  while (at < text.length) {
    const start = text.indexOf('<', at)
    if (start !== at) yield { kind: 'text', text: decodeEntities(text.slice(at, start < 0 ? undefined : start)) }
    if (start < 0) return
    const [close, skip] = text.startsWith('<!--', start) ? ['-->', 4] : text.startsWith('<![CDATA[', start) ? [']]>', 9] : ['', 1]
    const end = close ? text.indexOf(close, start + skip) : endOfTag(text, start + 1)
    if (end < 0) return
    at = end + (close.length || 1)
    const inner = text.slice(start + skip, end)
    if (skip === 9) yield { kind: 'text', text: inner }
    else if (skip === 1 && inner.startsWith('/')) yield { kind: 'close', tag: inner.slice(1).trim() }
    else if (skip === 1 && !/^[!?]/.test(inner)) {
      const isEmpty = inner.endsWith('/')
      yield { kind: isEmpty ? 'empty' : 'open', tag: isEmpty ? inner.slice(0, -1) : inner }
    }
  }
}

const elementOf = (tag: string, at = 0): XmlElement => {
  const space = tag.search(/\s/)
  const name = (space < 0 ? tag : tag.slice(0, space)).toLowerCase()
  return { name, attributes: space < 0 ? {} : attributesOf(tag.slice(space)), children: [], text: '', at }
}

/** Elements in it, with itself. */
const sizeOf = ({ children }: XmlElement): number => children.reduce((sum, child) => sum + sizeOf(child), 1)

/**
 * Yields each element with one of these names as soon as it has ended, and the document's own element last. Yielded elements are not
 * part of the ones around them, so that a long list is never in memory at once. Tags that nobody closes end with their parent.
 */
export function* readXml(text: string, names: readonly string[] = []): Generator<XmlElement> {
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  let count = 0
  let kept = 0
  /** The element itself if it is to be yielded. */
  const end = (element: XmlElement): XmlElement[] => {
    if (names.includes(element.name)) {
      kept -= sizeOf(element)
      return [element]
    }
    const parent = open.at(-1)
    if (parent) parent.children.push(element)
    else root ??= element
    return []
  }
  const endAll = (name: string): XmlElement[] => {
    const from = open.findLastIndex((element) => element.name === name)
    return from < 0 ? [] : open.slice(from).flatMap(() => end(open.pop() ?? elementOf(name)))
  }
  for (const token of tokensIn(text)) {
    if (token.kind === 'open' || token.kind === 'empty') {
      count += 1
      kept += 1
    }
    if (count > maxElements || kept > maxKept) throw new Error('The document has too many elements.')
    const current = open.at(-1)
    if (token.kind === 'text') {
      if (current) current.text += token.text
    } else if (token.kind === 'empty') yield* end(elementOf(token.tag, current?.text.length))
    else if (token.kind === 'close') yield* endAll(token.tag.toLowerCase())
    else if (open.length >= maxDepth) throw new Error('The document is nested too deeply.')
    else open.push(elementOf(token.tag, current?.text.length))
  }
  const [first] = open
  if (first) yield* endAll(first.name)
  if (root) yield root
}

export const childrenOf = (element: XmlElement, ...names: string[]): XmlElement[] =>
  element.children.filter(({ name }) => names.includes(name))

/** The text of the first of these children that has some. */
export const textOf = (element: XmlElement, ...names: string[]): string =>
  names
    .flatMap((name) => childrenOf(element, name))
    .map(({ text }) => text.trim())
    .find((text) => text !== '') ?? ''

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Text of XHTML: line breaks between elements are no text, and others are spaces. */
const spaced = (text: string): string => (text.trim() === '' && text.includes('\n') ? '' : text.replaceAll(/\s+/g, ' '))

/** What is in an element, as HTML. */
function markupIn({ text, children }: XmlElement): string {
  let from = 0
  const parts: string[] = []
  for (const child of children) {
    const name = child.name.replace(/^.*:/, '')
    parts.push(escaped(spaced(text.slice(from, child.at))), `<${name}>`, markupIn(child), `</${name}>`)
    from = child.at
  }
  return parts.join('') + escaped(spaced(text.slice(from)))
}

/** The text of the first of these children that has some, as HTML. With elements in it, as Atom's type="xhtml", it is not escaped. */
export const markupOf = (element: XmlElement, ...names: string[]): string =>
  names
    .flatMap((name) => childrenOf(element, name))
    .map((child) => (child.children.length > 0 ? markupIn(child) : child.text).trim())
    .find((markup) => markup !== '') ?? ''
