import { joinBytes } from '../../mp4/write-boxes.ts'
import { textAt } from './picture-file.ts'

interface Chunk {
  name: string
  start: number
  end: number
}

/** The first frame follows a handful of chunks; a crafted file could have a million empty ones. */
const maxChunks = 100

/** The header of a frame inside an animation: position, size, duration and flags. */
const frameHeaderBytes = 16

/**
 * The first frame of an animated WebP as a WebP of its own, because ffmpeg decodes only still ones. Undefined for a still one, and for an
 * animation without a frame.
 */
export function firstWebpFrame(bytes: Uint8Array): Uint8Array | undefined {
  const frame = chunksIn(bytes, 12, bytes.length).find(({ name }) => name === 'ANMF')
  if (!frame) return undefined
  const kept = chunksIn(bytes, frame.start + frameHeaderBytes, frame.end).filter(({ name }) => ['ALPH', 'VP8 ', 'VP8L'].includes(name))
  // Width and height are 24 bits each, less one, and are stored in the same form in the header of a still picture.
  const size = bytes.subarray(frame.start + 6, frame.start + 12)
  const flags = kept.some(({ name }) => name === 'ALPH') ? 0x10 : 0
  const body = [
    chunkOf('VP8X', Uint8Array.of(flags, 0, 0, 0, ...size)),
    ...kept.map(({ name, start, end }) => chunkOf(name, bytes.subarray(start, end))),
  ]
  return chunkOf('RIFF', joinBytes([asciiOf('WEBP'), ...body]))
}

function chunksIn(bytes: Uint8Array, from: number, to: number): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = from; at + 8 <= to && chunks.length < maxChunks; ) {
    const start = at + 8
    const length = view.getUint32(at + 4, true)
    chunks.push({ name: textAt(bytes, at), start, end: Math.min(start + length, to) })
    at = start + length + (length % 2)
  }
  return chunks
}

function chunkOf(name: string, content: Uint8Array): Uint8Array {
  const length = new DataView(new ArrayBuffer(4))
  length.setUint32(0, content.length, true)
  return joinBytes([asciiOf(name), new Uint8Array(length.buffer), content, new Uint8Array(content.length % 2)])
}

const asciiOf = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0))
