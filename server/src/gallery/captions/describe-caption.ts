import type { Caption } from '@video-forge/contract/captions'
import type { CaptionFormat } from '@video-forge/contract/captions/write-captions'
import type { Selectable } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { CaptionsTable } from '../../platform/database/tables/caption-tables.ts'
import { captionFile } from '../../platform/media-address.ts'
import type { Grants } from '../grants.ts'
import { type AddressedVideo, mediaBase, savingBase } from '../media-addresses.ts'
import { mayDownload, type Right } from '../viewer.ts'

/** Everything but the text. */
export const captionColumns = ['id', 'language', 'label', 'source', 'is_default', 'is_reviewed', 'version', 'updated_at'] as const

export type CaptionRow = Pick<Selectable<CaptionsTable>, (typeof captionColumns)[number]>

/** The captions of a video, the default ones first and automatic ones last. */
export const listCaptions = (db: Db, videoId: string): Promise<CaptionRow[]> =>
  db
    .selectFrom('captions')
    .select(captionColumns)
    .where('video_id', '=', videoId)
    .orderBy('is_default', 'desc')
    .orderBy((by) => by('source', '=', 'automatic'))
    .orderBy('language')
    .orderBy('label')
    .orderBy('id')
    .execute()

/** Where this viewer finds the files of the video. */
export interface CaptionBases {
  base: string
  /** Where they are saved from; null for those who may not. */
  savingBase: string | null
}

export const captionBases = (
  { grants, origin }: { grants: Grants; origin: string },
  video: AddressedVideo & { allow_download: boolean },
  right: Right,
): CaptionBases => ({
  base: origin + mediaBase(grants, video, right),
  savingBase: mayDownload(video, right) ? origin + savingBase(grants, video, right) : null,
})

export function describeCaption(row: CaptionRow, { base, savingBase: folder }: CaptionBases): Caption {
  const address = (format: CaptionFormat, from: string) => `${from}/${captionFile(row.id, format)}?v=${row.version}`
  const saved = (format: CaptionFormat) => `${address(format, folder ?? base)}&download`
  return {
    id: row.id,
    language: row.language,
    label: row.label,
    source: row.source,
    isDefault: row.is_default,
    isReviewed: row.is_reviewed,
    version: row.version,
    url: address('vtt', base),
    downloads: folder === null ? null : { vtt: saved('vtt'), srt: saved('srt'), txt: saved('txt') },
    updatedAt: row.updated_at.toISOString(),
  }
}
