import { Failure } from '@video-forge/contract/errors'
import type { ImportRequest } from '@video-forge/contract/imports'
import { adminImportKinds, importKinds } from '@video-forge/contract/rules/import-rules'
import { actsAsAdmin } from '@video-forge/contract/rules/permissions'
import type { Task } from '@video-forge/contract/tasks'
import type { Caller, Handlers } from '../http/api/handlers.ts'
import type { Cache } from '../platform/cache/cache.ts'
import { takeFrom } from '../platform/cache/rate-limit.ts'
import type { Db } from '../platform/database/database.ts'
import type { Turn } from '../platform/probe-queue.ts'
import type { SecretBox } from '../platform/secret-box.ts'
import { createTask } from '../platform/tasks/create-task.ts'
import { cancelTask, listItems, listTasks, readTask } from '../platform/tasks/read-tasks.ts'
import { checkRequest } from './check-request.ts'
import { describeLocalFile } from './describe-local-file.ts'
import type { SourceDeps } from './import-deps.ts'
import { importTitle } from './import-title.ts'
import { previewImport } from './preview.ts'
import { storable } from './storable.ts'
import { sealRequest } from './stored-request.ts'

type ImportKeys =
  | 'POST /imports/preview'
  | 'POST /imports/describe'
  | 'POST /imports'
  | 'GET /imports'
  | 'GET /imports/{id}'
  | 'POST /imports/{id}/cancel'
  | 'GET /imports/sources'

interface HandlerDeps extends SourceDeps {
  db: Db
  cache: Cache
  secrets: SecretBox
  /** Slow servers must not hold up others. */
  fetch: Turn
}

const previewsPerMinute = 20
/** A client that sends a folder waits a few seconds instead of failing. */
const describedFiles = { most: 100, perSeconds: 10 }
const itemsShown = 100

function refuseUnlessAllowed({ kind }: ImportRequest, caller: Caller): void {
  if (adminImportKinds.includes(kind) && !actsAsAdmin(caller))
    throw new Failure('NOT_ALLOWED', 'Only admins can import from folders and buckets of the server.')
}

export function importHandlers(deps: HandlerDeps): Handlers<ImportKeys> {
  const { db } = deps
  const withItems = async (task: Task) => ({ import: { ...task, items: (await listItems(db, task.id, { limit: itemsShown })).items } })
  return {
    'POST /imports/preview': async ({ body, caller, facts }) => {
      refuseUnlessAllowed(body, caller)
      await takeFrom(deps.cache, [{ key: `import-preview:${caller.userId}`, most: previewsPerMinute, perSeconds: 60 }])
      const signal = facts.disconnectSignal()
      return { preview: await deps.fetch(caller.userId, () => previewImport(deps, caller.userId, storable(body), signal), signal) }
    },

    'POST /imports/describe': async ({ body, caller }) => {
      await takeFrom(deps.cache, [{ key: `import-describe:${caller.userId}`, ...describedFiles }])
      return { file: await describeLocalFile(storable(body)) }
    },

    'POST /imports': async ({ body, caller }) => {
      refuseUnlessAllowed(body, caller)
      await checkRequest(deps, body)
      const request = sealRequest(storable(body), deps.secrets)
      const id = await createTask(db, { userId: caller.userId, kind: 'import', title: importTitle(body), request })
      return withItems(await readTask(db, caller.userId, id))
    },

    'GET /imports': async ({ query, caller }) => {
      const { tasks, nextCursor } = await listTasks(db, caller.userId, { ...query, kind: 'import' })
      return { imports: tasks, nextCursor }
    },

    'GET /imports/{id}': async ({ params, caller }) => withItems(await readTask(db, caller.userId, params.id, 'import')),

    'POST /imports/{id}/cancel': async ({ params, caller }) => withItems(await cancelTask(db, caller.userId, params.id, 'import')),

    'GET /imports/sources': async ({ caller }) => {
      const may = actsAsAdmin(caller)
      const kinds = importKinds.filter((kind) => may || !adminImportKinds.includes(kind))
      return { kinds: kinds.filter((kind) => kind !== 'folder' || deps.folders.length > 0), folders: may ? [...deps.folders] : [] }
    },
  }
}
