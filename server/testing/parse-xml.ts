import { createRequire } from 'node:module'

/** An element of a document, with its name as it is written. */
export interface XmlElement {
  name: string
  namespace: string | null
  text: string
  attributes: Record<string, string>
  children: XmlElement[]
}

interface DomElement {
  nodeName: string
  namespaceURI: string | null
  textContent: string
  attributes: Iterable<{ name: string; value: string }>
  children: Iterable<DomElement>
}

type Dom = new (text: string, options: { contentType: string }) => { window: { document: { documentElement: DomElement }; close(): void } }

// The package has no types.
const { JSDOM } = createRequire(import.meta.url)('jsdom') as { JSDOM: Dom }

/** Parses XML as browsers do; what is not well-formed is an error. */
export function parseXml(text: string): XmlElement {
  const { window } = new JSDOM(text, { contentType: 'application/xml' })
  const root = read(window.document.documentElement)
  window.close()
  return root
}

const read = ({ nodeName, namespaceURI, textContent, attributes, children }: DomElement): XmlElement => ({
  name: nodeName,
  namespace: namespaceURI,
  text: textContent,
  attributes: Object.fromEntries(Array.from(attributes, ({ name, value }) => [name, value])),
  children: Array.from(children, read),
})

/** The elements of this name directly below. */
export const childrenOf = (parent: XmlElement | undefined, name: string): XmlElement[] =>
  parent?.children.filter((child) => child.name === name) ?? []

export const textOf = (parent: XmlElement | undefined, name: string): string | undefined => childrenOf(parent, name)[0]?.text
