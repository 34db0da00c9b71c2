import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'

/** The part of a document in which XML names its encoding. */
const headBytes = 200

/** What a document calls its own encoding: its server first, then the document itself. */
function declaredEncoding(bytes: Uint8Array, contentType: string | undefined): string | undefined {
  const ofType = /;\s*charset\s*=\s*["']?([\w.:-]{1,40})/i.exec(contentType ?? '')?.[1]
  const head = Buffer.from(bytes.subarray(0, headBytes)).toString('latin1')
  return ofType ?? /^\s*<\?xml\b[^>]{0,100}\bencoding\s*=\s*["']([\w.:-]{1,40})["']/i.exec(head)?.[1]
}

/** Undefined for encodings that nobody knows, and for those that the bytes tell better: servers call much ISO-8859-1 that is UTF-8. */
function decoderFor(encoding: string): InstanceType<typeof TextDecoder> | undefined {
  try {
    const decoder = new TextDecoder(encoding)
    return /^(utf-|windows-1252$)/.test(decoder.encoding) ? undefined : decoder
  } catch {
    return undefined
  }
}

const isOneByte = (encoding: string): boolean => /^(iso-8859|windows-|koi8|macintosh|x-mac|ibm866)/.test(encoding)

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}

const hasMark = ([first, second, third]: Uint8Array): boolean =>
  (first === 0xef && second === 0xbb && third === 0xbf) || (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)

/** The text of a document of another server, without its byte order mark. */
export function decodeDocument(bytes: Uint8Array, contentType: string | undefined): string {
  const declared = hasMark(bytes) ? undefined : declaredEncoding(bytes, contentType)
  const decoder = declared === undefined ? undefined : decoderFor(declared)
  if (!decoder || (isOneByte(decoder.encoding) && isUtf8(bytes))) return decodeCaptions(bytes)
  return decoder.decode(bytes)
}
