/** The characters of 0x80 to 0x9f in Windows-1252. Node.js decodes them as those of Latin-1. */
const windowsCharacters = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** The text of a file that somebody has made: UTF-8, UTF-16 with its mark, or Windows-1252, as spreadsheets write them. @param {Uint8Array} bytes */
export function decodeText(bytes) {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('latin1')
      .decode(bytes)
      .replaceAll(/[\u0080-\u009f]/g, (letter) => windowsCharacters[letter.charCodeAt(0) - 0x80] ?? letter)
  }
}
