import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { errorCode } from '../platform/error-code.ts'

/**
 * A backup is a folder: `backup.json` (this), the rows of a snapshot in `rows-…/TABLE.jsonl.gz`, the list of their files in
 * `rows-…/files.list.gz`, and the files in `files/`. It is complete once backup.json refers to the rows.
 */
const manifestSchema = z.object({
  format: z.literal(1),
  madeAt: z.string(),
  /** The last migration of the database. */
  schema: z.string(),
  rowsFolder: z.string().regex(/^rows-[\w-]+$/),
  rows: z.record(z.string().regex(/^\w+$/), z.number()),
  files: z.object({ kind: z.enum(['copied', 'left in place']), count: z.number(), bytes: z.number() }),
  /** Files that were deleted while the backup ran; a restore leaves out their rows. */
  deletedMeanwhile: z.array(z.string()),
  /** Files that rows refer to and that were lost before this backup. */
  missing: z.array(z.string()),
})
export type Manifest = z.infer<typeof manifestSchema>

/** One line of the list: a file that rows refer to, with its size if known. */
const namedFileSchema = z.object({ key: z.string(), size: z.number().nullable(), isNeeded: z.boolean() })
export type NamedFile = z.infer<typeof namedFileSchema>

export const parseNamedFile = (line: string): NamedFile => namedFileSchema.parse(JSON.parse(line))

export const manifestPath = (folder: string): string => join(folder, 'backup.json')
export const rowsPath = (folder: string, rowsFolder: string, table: string): string => join(folder, rowsFolder, `${table}.jsonl.gz`)
export const listPath = (folder: string, rowsFolder: string): string => join(folder, rowsFolder, 'files.list.gz')
export const filePath = (folder: string, key: string): string => join(folder, 'files', ...key.split('/'))
export const secretPath = (folder: string): string => join(folder, 'auth-secret')

/** Undefined when there is no backup in this folder. */
export function readManifest(folder: string): Manifest | undefined {
  let text: string
  try {
    text = readFileSync(manifestPath(folder), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const parsed = manifestSchema.safeParse(JSON.parse(text))
  if (!parsed.success) throw new Error(`${manifestPath(folder)} belongs to a backup that this version cannot read.`)
  return parsed.data
}
