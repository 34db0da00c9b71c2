import { setImmediate as nextTurn } from 'node:timers/promises'
import { Failure } from '@video-forge/contract/errors'
import type { ImportPreview, ImportRequest } from '@video-forge/contract/imports'
import { importRules } from '@video-forge/contract/rules/import-rules'
import { sql } from 'kysely'
import type { Db } from '../platform/database/database.ts'
import { cleanItem, dateOf, visibilityOf } from './clean-item.ts'
import type { SourceDeps } from './import-deps.ts'
import type { ImportItem } from './item.ts'
import { readerContext, withFolder } from './reader-context.ts'
import { readerFor } from './readers/readers.ts'

interface Seen {
  items: ImportItem[]
  /** How many there are in all, if the source says. */
  total: number | undefined
  isAll: boolean
}

/** Reads the source until it ends, or until there is enough to see. */
async function look(deps: SourceDeps, request: ImportRequest, signal: AbortSignal, isLate: () => boolean): Promise<Seen> {
  const seen: Seen = { items: [], total: undefined, isAll: false }
  return withFolder(deps.scratch, async (folder) => {
    try {
      const context = await readerContext(deps, folder, signal, false)
      for await (const page of readerFor(request).list(request, null, context)) {
        // A reader with all of its source at hand never waits, and then no time would be up.
        await nextTurn()
        const known = new Set(seen.items.map(({ key }) => key))
        seen.items.push(...page.items.filter(({ key }) => !known.has(key)))
        seen.total = page.total ?? seen.total
        if (seen.items.length >= importRules.previewItems || isLate()) return seen
      }
      return { ...seen, isAll: true }
    } catch (error) {
      if (!isLate()) throw error
      if (seen.items.length > 0) return seen
      throw new Failure('INVALID_SOURCE', 'The source did not answer in time. The import itself is more patient.', { cause: error })
    }
  })
}

async function countKnown(db: Db, userId: string, keys: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*) from imported_sources as source
    where user_id = ${userId} and key = any(${keys}) and is_taken
      and (exists (select from videos where id = source.video_id) or exists (select from trashed_videos where id = source.video_id))`.execute(
    db,
  )
  return Number(rows[0]?.count ?? 0)
}

/** The sum of what is known; null if nothing is. */
const sumOf = (values: readonly (number | null)[]): number | null => {
  const known = values.filter((value) => value !== null)
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0)
}

/** What an import would do. Nothing is stored, and nothing but lists and small texts beside videos is fetched. */
export async function previewImport(
  deps: SourceDeps & { db: Db },
  userId: string,
  request: ImportRequest,
  disconnected: AbortSignal,
): Promise<ImportPreview> {
  const deadline = AbortSignal.timeout(importRules.previewSeconds * 1000)
  const { items, total, isAll } = await look(deps, request, AbortSignal.any([deadline, disconnected]), () => deadline.aborted)
  const wanted = items.filter(({ problem }) => problem === undefined)
  const refused = items.flatMap(({ label, problem }) => (problem === undefined ? [] : [{ source: label, reason: problem }]))
  return {
    count: isAll ? items.length : Math.max(total ?? 0, items.length),
    isAtLeast: !isAll && (total === undefined || total <= items.length),
    bytes: sumOf(wanted.map(({ bytes }) => bytes)),
    seconds: sumOf(wanted.map(({ seconds }) => seconds)),
    duplicates: await countKnown(
      deps.db,
      userId,
      wanted.flatMap(({ key, formerKey }) => (formerKey === undefined ? [key] : [key, formerKey])),
    ),
    skipped: { count: refused.length, items: refused.slice(0, importRules.previewShown) },
    items: wanted.slice(0, importRules.previewShown).map((item) => ({
      source: item.label,
      title: cleanItem(item).title,
      date: dateOf(item)?.toISOString() ?? null,
      visibility: visibilityOf(item, request.visibility),
      bytes: item.bytes,
      seconds: item.seconds,
    })),
  }
}
