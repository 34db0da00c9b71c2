interface Decoder {
  decode(bytes: Uint8Array): string
}

/** Browsers and Node have it; the contract is compiled without the types of either. */
declare const TextDecoder: new (encoding: string, options?: { fatal?: boolean; ignoreBOM?: boolean }) => Decoder

/** A text of UTF-16 has a zero byte in most of its letters, also in scripts that need none: its spaces, digits and line ends are ASCII. */
const minZeroShare = 0.1
const sampleBytes = 4096

/** The text of a caption file: UTF-8, UTF-16, or Windows-1252, which older programs write. A byte order mark is left out. */
export function decodeCaptions(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes)
  if (encoding) return new TextDecoder(encoding).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return decodeWindows1252(bytes)
  }
}

/** The characters of 0x80 to 0x9f, without which it would be Latin-1. Node decodes it as that. */
export const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

const decodeWindows1252 = (bytes: Uint8Array): string =>
  new TextDecoder('latin1')
    .decode(bytes)
    .replaceAll(/[\u0080-\u009f]/g, (letter) => windowsCharacters[letter.charCodeAt(0) - 0x80] ?? letter)

function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | undefined {
  const [first, second, third] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, sampleBytes)
  let even = 0
  let odd = 0
  sample.forEach((byte, index) => {
    if (byte !== 0) return
    if (index % 2 === 0) even++
    else odd++
  })
  if (odd > sample.length * minZeroShare && odd > even * 4) return 'utf-16le'
  if (even > sample.length * minZeroShare && even > odd * 4) return 'utf-16be'
  return undefined
}
