/** A name or address for comparisons: case and Unicode spelling do not matter. */
export const identityKey = (text: string): string => text.normalize('NFKC').trim().toLowerCase()
