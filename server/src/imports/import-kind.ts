import { rm } from 'node:fs/promises'
import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import type { TaskKind } from '../platform/tasks/task-kind.ts'
import { releaseClaims } from './claim-source.ts'
import type { ImportDeps } from './import-deps.ts'
import { makeFolder, readerContext, withFolder } from './reader-context.ts'
import { readerFor } from './readers/readers.ts'
import { storable } from './storable.ts'
import { openItem, openPlace, type StoredItem, sealItem, sealPlace } from './stored-item.ts'
import { openRequest, type StoredRequest } from './stored-request.ts'
import { takeItem } from './take-item.ts'
import { takeAsPlaylist, takePlaylist } from './take-playlists.ts'
import { withSentence } from './with-sentence.ts'

/** Files of one import that are fetched at once. */
const transfersAtOnce = 3
/** A source cannot make more of them. */
const maxPlaylists = 1000

/** Asked for each item: what somebody has started must not go on when an admin disables the account. */
async function requireEnabled(db: ImportDeps['db'], userId: string): Promise<void> {
  const user = await db.selectFrom('users').select('id').where('id', '=', userId).where('disabled_at', 'is', null).executeTakeFirst()
  if (!user) throw new Failure('NOT_ALLOWED', 'The account that asked for this is disabled.')
}

/** For `.catch`. */
const withReason = (error: unknown): never => {
  throw withSentence(error)
}

/** Imports are long work of a person; see platform/tasks. */
export function importKind(deps: ImportDeps): TaskKind<StoredRequest, StoredItem> {
  const { db, secrets } = deps
  const readable = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Failure('CONFLICT', 'The secret of this site has changed since. Start the import again.')
    return value
  }
  const opened = (stored: StoredRequest): ImportRequest => readable(openRequest(stored, secrets))
  return {
    name: 'import',
    atOnce: transfersAtOnce,

    async *list(task, listedTo, signal) {
      await requireEnabled(db, task.userId)
      const request = opened(task.request)
      const folder = await makeFolder(deps.scratch).catch(withReason)
      try {
        const context = await readerContext(deps, folder, signal, true)
        for await (const page of readerFor(request).list(request, openPlace(listedTo, secrets), context)) {
          const items = page.items.map(storable).map((item) => ({ key: item.key, label: item.label, details: sealItem(item, secrets) }))
          yield { items, listedTo: sealPlace(page.listedTo, secrets) }
        }
      } catch (error) {
        withReason(error)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },

    run: async (task, item, signal) => {
      await requireEnabled(db, task.userId)
      const keepId = (videoId: string) => task.keep(item, { videoId })
      const taking = { taskId: task.id, userId: task.userId, request: opened(task.request), keepId }
      return takeItem(deps, taking, readable(openItem(item.details, secrets)), signal).catch(withReason)
    },

    finish: async (task, signal) => {
      await releaseClaims(db, { userId: task.userId, taskId: task.id })
      return withFolder(deps.scratch, async (folder) => {
        const request = opened(task.request)
        let count = 0
        let seen = 0
        const context = await readerContext(deps, folder, signal, true)
        for await (const playlist of readerFor(request).playlists?.(request, context) ?? []) {
          signal.throwIfAborted()
          const visibility = request.visibility === 'private' ? 'private' : playlist.visibility
          if (await takePlaylist(db, task.userId, { ...playlist, visibility })) count += 1
          seen += 1
          if (seen >= maxPlaylists) break
        }
        if (request.playlist && (await takeAsPlaylist(db, task.userId, task.id, request.playlist))) count += 1
        if (count === 0) return undefined
        return count === 1 ? 'Its videos are in a playlist.' : `Its videos are in ${count} playlists.`
      })
    },
  }
}
