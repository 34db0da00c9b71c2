import { textAt } from './picture-file.ts'

const orientationTag = 0x0112

/** The Exif orientation of a JPEG, 1 to 8. A file without one, or with one that cannot be read, is upright (1). */
export function jpegOrientation(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= view.byteLength && view.getUint8(at) === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = view.getUint8(at + 1)
    // The picture data starts here; nothing after it describes the picture.
    if (marker === 0xda) return 1
    if (marker === 0xe1 && textAt(bytes, at + 4, 6) === 'Exif\0\0') return orientationIn(view, at + 10)
  }
  return 1
}

/** Reads the first directory of the TIFF structure that starts here. */
function orientationIn(view: DataView, tiff: number): number {
  if (tiff + 8 > view.byteLength) return 1
  const isLittle = view.getUint16(tiff) === 0x4949
  const directory = tiff + view.getUint32(tiff + 4, isLittle)
  if (directory + 2 > view.byteLength) return 1
  const count = view.getUint16(directory, isLittle)
  for (let entry = directory + 2, left = count; left > 0 && entry + 12 <= view.byteLength; entry += 12, left -= 1) {
    if (view.getUint16(entry, isLittle) !== orientationTag) continue
    const value = view.getUint16(entry + 8, isLittle)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}
