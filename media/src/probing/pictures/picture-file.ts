/** The picture formats that people may upload, by their media types. */
export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp'

const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

/** The format of a picture by its first bytes; undefined for every other file, whatever its name or type says. */
export function pictureTypeOf(head: Uint8Array): PictureType | undefined {
  if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return 'image/jpeg'
  if (png.every((byte, at) => head[at] === byte)) return 'image/png'
  if (textAt(head, 0) === 'RIFF' && textAt(head, 8) === 'WEBP') return 'image/webp'
  return undefined
}

export const textAt = (bytes: Uint8Array, at: number, length = 4): string => String.fromCharCode(...bytes.subarray(at, at + length))
