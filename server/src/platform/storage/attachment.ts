/** The plain name for old clients, the exact one in UTF-8 for all others (RFC 6266). */
export function attachment(filename: string): string {
  const plain = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  // Lone surrogates cannot be encoded, and file names have no control characters.
  const exact = encodeURIComponent(filename.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '_')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
