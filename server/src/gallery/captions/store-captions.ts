import {
  type CaptionSource,
  captionRules,
  captionsChanged,
  captionsTooLarge,
  tooManyCaptions,
} from '@video-forge/contract/captions/caption-rules'
import { freeLabel } from '@video-forge/contract/captions/free-label'
import { languageName } from '@video-forge/contract/captions/languages'
import { lineSentence, parseCaptions } from '@video-forge/contract/captions/parse-captions'
import { toWebVtt } from '@video-forge/contract/captions/write-captions'
import { Failure } from '@video-forge/contract/errors'
import { sentences } from '@video-forge/contract/sentences'
import { sql, type Transaction } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { lockUser } from '../../platform/database/locks/lock-user.ts'
import { newId } from '../../platform/database/new-id.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type CaptionRow, captionColumns } from './describe-caption.ts'

/** Rejects when the quota of a person does not allow so many more bytes. */
type CheckSpace = (transaction: Transaction<Tables>, userId: string, more: { bytes: number }) => Promise<void>

export interface StoreDeps {
  db: Db
  checkSpace: CheckSpace
}

interface Read {
  content: string
  bytes: number
  notes: string[]
}

/** The text of a file from outside as it is stored. Rejects with the line that cannot be read. */
export function readContent(text: string): Read {
  if (Buffer.byteLength(text) > captionRules.maxBytes) throw new Failure('TOO_LARGE', captionsTooLarge)
  const parsed = parseCaptions(text)
  if ('problem' in parsed) {
    const { line } = parsed.problem
    const message = lineSentence(parsed.problem)
    throw new Failure('INVALID_INPUT', message, { details: [{ field: 'content', message }], extra: { line } })
  }
  const content = toWebVtt(parsed.cues)
  const bytes = Buffer.byteLength(content)
  // Written out, many short cues take more bytes than in their file.
  if (bytes > captionRules.maxBytes) throw new Failure('TOO_LARGE', captionsTooLarge)
  return { content, bytes, notes: parsed.notes.map(lineSentence) }
}

interface NewCaption {
  language: string
  label?: string | undefined
  isDefault?: boolean | undefined
  /** Other than uploaded where they were made before, on another site. */
  source?: CaptionSource
  isReviewed?: boolean
}

/** All changes of one person's captions follow each other, so that counts, labels and the default are never decided twice at once. */
const changing = <Result>(db: Db, videoId: string, change: (transaction: Transaction<Tables>, userId: string) => Promise<Result>) =>
  db.transaction().execute(async (transaction) => {
    const video = await transaction.selectFrom('videos').select('user_id').where('id', '=', videoId).executeTakeFirst()
    if (!video) throw new Failure('NOT_FOUND', sentences.videoNotFound)
    await lockUser(transaction, video.user_id)
    return change(transaction, video.user_id)
  })

export function addCaption(
  { db, checkSpace }: StoreDeps,
  videoId: string,
  caption: NewCaption,
  { content, bytes }: Read,
): Promise<CaptionRow> {
  return changing(db, videoId, async (transaction, userId) => {
    const known = await transaction.selectFrom('captions').select(['language', 'label', 'source']).where('video_id', '=', videoId).execute()
    if (known.length >= captionRules.maxPerVideo) throw new Failure('CONFLICT', tooManyCaptions)
    await checkSpace(transaction, userId, { bytes })
    const { language, isDefault = false, source = 'uploaded', isReviewed = false } = caption
    const taken = known.filter((each) => each.language === language && each.source === source).map(({ label }) => label)
    const label = caption.label || freeLabel(languageName(language), taken)
    if (taken.includes(label)) throw takenLabel(label)
    if (isDefault) await clearDefault(transaction, videoId)
    return transaction
      .insertInto('captions')
      .values({
        ...{ id: newId(), video_id: videoId, language, label, source, content, bytes },
        ...{ is_default: isDefault, is_reviewed: isReviewed && source !== 'uploaded' },
      })
      .returning(captionColumns)
      .executeTakeFirstOrThrow()
  })
}

const takenLabel = (label: string) => {
  const message = `This video already has captions with the label "${label}" in this language. Choose another label.`
  return new Failure('CONFLICT', message, { details: [{ field: 'label', message }] })
}

const clearDefault = (transaction: Transaction<Tables>, videoId: string) =>
  transaction.updateTable('captions').set({ is_default: false }).where('video_id', '=', videoId).where('is_default', '=', true).execute()

interface CaptionChange {
  language?: string | undefined
  label?: string | undefined
  isDefault?: boolean | undefined
}

export function changeCaption(db: Db, videoId: string, id: string, change: CaptionChange): Promise<CaptionRow> {
  return changing(db, videoId, async (transaction) => {
    const before = await requireCaption(transaction, videoId, id)
    const language = change.language ?? before.language
    // An emptied label is the name of the language again.
    const label = change.label === '' ? languageName(language) : (change.label ?? before.label)
    const clash = await transaction
      .selectFrom('captions')
      .select('id')
      .where('video_id', '=', videoId)
      .where('language', '=', language)
      .where('label', '=', label)
      .where('source', '=', before.source)
      .where('id', '!=', id)
      .executeTakeFirst()
    if (clash) throw takenLabel(label)
    if (change.isDefault) await clearDefault(transaction, videoId)
    return transaction
      .updateTable('captions')
      .set({ language, label, ...(change.isDefault !== undefined && { is_default: change.isDefault }), updated_at: new Date() })
      .where('id', '=', id)
      .returning(captionColumns)
      .executeTakeFirstOrThrow()
  })
}

interface NewText extends Read {
  /** The one that was changed; undefined to replace any. */
  version: number | undefined
}

/** Another text for the same captions. Of automatic and embedded ones somebody has then checked it. */
export function replaceText(
  { db, checkSpace }: StoreDeps,
  videoId: string,
  id: string,
  { content, bytes, version }: NewText,
): Promise<CaptionRow> {
  return changing(db, videoId, async (transaction, userId) => {
    const before = await requireCaption(transaction, videoId, id)
    if (version !== undefined && version !== before.version) {
      const { content: stored, ...row } = await readText(transaction, id)
      // Sent again because the first answer was lost.
      if (stored === content) return row
      throw new Failure('CONFLICT', captionsChanged, { extra: { version: row.version } })
    }
    if (bytes > before.bytes) await checkSpace(transaction, userId, { bytes: bytes - before.bytes })
    const row = await transaction
      .updateTable('captions')
      .set({ content, bytes, version: sql<number>`version + 1`, is_reviewed: before.source !== 'uploaded', updated_at: new Date() })
      .where('id', '=', id)
      .returning(captionColumns)
      .executeTakeFirst()
    if (!row) throw noCaption()
    return row
  })
}

async function readText(transaction: Transaction<Tables>, id: string): Promise<CaptionRow & { content: string }> {
  const row = await transaction
    .selectFrom('captions')
    .select(['content', ...captionColumns])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw noCaption()
  return row
}

export async function deleteCaption(db: Db, videoId: string, id: string): Promise<void> {
  const { numDeletedRows } = await db.deleteFrom('captions').where('id', '=', id).where('video_id', '=', videoId).executeTakeFirst()
  if (numDeletedRows === 0n) throw noCaption()
}

const noCaption = () => new Failure('NOT_FOUND', 'There are no such captions.')

async function requireCaption(transaction: Transaction<Tables>, videoId: string, id: string) {
  const caption = await transaction
    .selectFrom('captions')
    .select(['language', 'label', 'source', 'bytes', 'version'])
    .where('id', '=', id)
    .where('video_id', '=', videoId)
    .executeTakeFirst()
  if (!caption) throw noCaption()
  return caption
}
