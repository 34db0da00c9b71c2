import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  GetObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import { applyPatches, type Patch } from '@video-forge/media/mp4/patch'
import { replaced, unavailable } from './s3-client.ts'

interface Place {
  Bucket: string
  Key: string
}

interface Source extends Place {
  size: number
  etag: string
}

/** Above the smallest size that S3 takes for a part, and held in memory. S3 takes 10,000 parts. */
const partBytes = 8 * 1024 * 1024
const maxPartsPerCopy = 64
const partsAtOnce = 3

/**
 * Copies an object inside S3 with some of its bytes overwritten. Only changed parts pass through this process. Each request requires the tag
 * of the source, so that two objects are never mixed.
 */
export async function copyPatched(client: S3Client, source: Source, target: Place, patches: readonly Patch[]): Promise<void> {
  const readPatched = async (from: number, to: number): Promise<Uint8Array> => {
    const { size: _, etag, ...place } = source
    const answer = await client.send(new GetObjectCommand({ ...place, Range: `bytes=${from}-${to - 1}`, IfMatch: etag }))
    const bytes = (await answer.Body?.transformToByteArray()) ?? new Uint8Array()
    applyPatches(bytes, from, patches)
    return bytes
  }
  try {
    if (source.size <= partBytes) {
      await client.send(new PutObjectCommand({ ...target, Body: await readPatched(0, source.size) }))
      return
    }
    await inParts(client, source, target, segmentsOf(source.size, patches), readPatched)
  } catch (error) {
    unavailable(replaced(error))
  }
}

interface Segment {
  from: number
  to: number
  isPatched: boolean
}

/** Parts of one size; adjacent ones without a change are copied as one. */
function segmentsOf(size: number, patches: readonly Patch[]): Segment[] {
  const patched = new Set<number>()
  for (const { offset, length } of patches) {
    for (let part = Math.floor(offset / partBytes); part * partBytes < offset + length; part += 1) patched.add(part)
  }
  const segments: Segment[] = []
  for (let part = 0; part * partBytes < size; part += 1) {
    const [from, to, isPatched] = [part * partBytes, Math.min(size, (part + 1) * partBytes), patched.has(part)]
    const last = segments.at(-1)
    if (last && !last.isPatched && !isPatched && to - last.from <= maxPartsPerCopy * partBytes) last.to = to
    else segments.push({ from, to, isPatched })
  }
  return segments
}

async function inParts(
  client: S3Client,
  { Bucket, Key, etag }: Source,
  target: Place,
  segments: readonly Segment[],
  readPatched: (from: number, to: number) => Promise<Uint8Array>,
): Promise<void> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target))
  const send = async ({ from, to, isPatched }: Segment, PartNumber: number): Promise<CompletedPart> => {
    const part = { ...target, UploadId, PartNumber }
    if (isPatched) {
      const { ETag } = await client.send(new UploadPartCommand({ ...part, Body: await readPatched(from, to) }))
      return { PartNumber, ETag }
    }
    const copied = { CopySource: `${Bucket}/${Key}`, CopySourceRange: `bytes=${from}-${to - 1}`, CopySourceIfMatch: etag }
    const { CopyPartResult } = await client.send(new UploadPartCopyCommand({ ...part, ...copied }))
    return { PartNumber, ETag: CopyPartResult?.ETag }
  }
  try {
    const Parts: CompletedPart[] = []
    const waiting = [...segments.entries()]
    const work = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) Parts.push(await send(next[1], next[0] + 1))
    }
    await Promise.all(Array.from({ length: partsAtOnce }, work))
    Parts.sort((a, b) => (a.PartNumber ?? 0) - (b.PartNumber ?? 0))
    await client.send(new CompleteMultipartUploadCommand({ ...target, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    await client.send(new AbortMultipartUploadCommand({ ...target, UploadId })).catch(() => {})
    throw error
  }
}
