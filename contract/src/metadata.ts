import * as z from 'zod'
import { outputFormats } from './rules/formats.ts'

/** What is known about a file: of `width` and `height`, those of the upright picture. */
export const metadata = z
  .object({
    duration: z.number(),
    width: z.number(),
    height: z.number(),
    resolution: z.string(),
    videoCodec: z.string(),
    audioCodec: z.string().nullable(),
    frameRate: z.number(),
    bitrate: z.number(),
    size: z.number(),
    container: z.string(),
    rotation: z.number(),
    hdr: z.boolean(),
  })
  .meta({ id: 'Metadata' })
export type Metadata = z.infer<typeof metadata>

/** The caller's own video with the same bytes as a new file; never one of anybody else. */
export const duplicateOf = z
  .object({
    id: z.uuid(),
    title: z.string(),
    /** That were asked for; none while it has no job. */
    formats: z.array(z.enum(outputFormats)),
  })
  .meta({ id: 'DuplicateOf' })
export type DuplicateOf = z.infer<typeof duplicateOf>

const pixels = z.number().int().min(1).max(16_384)
const name = z.string().regex(/^[\w.-]{1,40}$/)

/** The same from a client, about a file that stays with it. */
export const describedFile = z.object({
  duration: z
    .number()
    .positive()
    .max(4 * 3600),
  width: pixels,
  height: pixels,
  videoCodec: name,
  audioCodec: name.nullable().default(null),
  frameRate: z.number().min(0.1).max(1000),
  size: z.number().int().positive(),
  container: name,
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).default(0),
  hdr: z.boolean().default(false),
})
export type DescribedFile = z.infer<typeof describedFile>
