/** Bytes of a file to overwrite in place; null means zeros. */
export interface Patch {
  offset: number
  length: number
  bytes: Uint8Array | null
}

/** Reads bytes of a file; fewer only at its end. */
export type ReadAt = (offset: number, length: number) => Promise<Uint8Array>

export const zeros = (from: number, to: number): Patch => ({ offset: from, length: to - from, bytes: null })

export const writing = (offset: number, bytes: Uint8Array): Patch => ({ offset, length: bytes.length, bytes })

export const isAllZero = (bytes: Uint8Array): boolean => bytes.every((byte) => byte === 0)

/** Applies the patches that overlap this part of the file, which begins at `start`. */
export function applyPatches(part: Uint8Array, start: number, patches: readonly Patch[]): void {
  for (const { offset, length, bytes } of patches) {
    const from = Math.max(offset, start)
    const to = Math.min(offset + length, start + part.length)
    if (from >= to) continue
    if (bytes) part.set(bytes.subarray(from - offset, to - offset), from - start)
    else part.fill(0, from - start, to - start)
  }
}

/** Sorts patches by offset and merges adjacent zeros. */
export function tidyPatches(patches: readonly Patch[]): Patch[] {
  const tidy: Patch[] = []
  for (const patch of [...patches].sort((a, b) => a.offset - b.offset)) {
    const last = tidy.at(-1)
    if (patch.length === 0) continue
    if (last && !last.bytes && !patch.bytes && last.offset + last.length === patch.offset) last.length += patch.length
    else tidy.push({ ...patch })
  }
  return tidy
}
