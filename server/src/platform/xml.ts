const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;', '\t': '&#9;', '\n': '&#10;' }

/** What XML 1.0 cannot contain in any form, or should not: control characters, two that are not characters, and half pairs. */
const impossible = /(?![\t\n])\p{Cc}|[\ufffe\uffff]|\p{Cs}/gu

/** For texts and for values of attributes. */
const escapeXml = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll('\r', '\n')
    .replaceAll(impossible, '')
    .replaceAll(/[&<>"'\t\n]/g, (character) => escapes[character] ?? character)

type Attributes = Record<string, string | number | null | undefined>

const open = (name: string, attributes: Attributes): string =>
  name +
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== null)
    .map(([attribute, value]) => ` ${attribute}="${escapeXml(String(value))}"`)
    .join('')

/** An element with a text. */
export const textElement = (name: string, text: string | number, attributes: Attributes = {}): string =>
  `<${open(name, attributes)}>${escapeXml(String(text))}</${name}>`

/** An element with others in it; without any it is empty. Lists may have gaps. */
export function element(name: string, attributes: Attributes, children: readonly (string | false | null | undefined)[] = []): string {
  const inner = children.filter(Boolean).join('\n')
  return inner === '' ? `<${open(name, attributes)}/>` : `<${open(name, attributes)}>\n${inner}\n</${name}>`
}

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
