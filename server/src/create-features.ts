import type { JobRequest, PlanRequest } from '@video-forge/contract/jobs'
import { limits } from '@video-forge/contract/rules/limits'
import { isUploadKey } from '@video-forge/contract/rules/upload-rules'
import { inspectFfmpeg } from '@video-forge/media/run/ffmpeg/inspect-ffmpeg'
import type { Logger } from 'pino'
import { type Accounts, createAccounts } from './accounts/accounts.ts'
import { setDisabled } from './accounts/administration.ts'
import { ensureFirstAdmin, type FirstAdmin } from './accounts/first-admin.ts'
import { identityKey } from './accounts/identity-key.ts'
import { describeUser } from './accounts/users.ts'
import { createAdmin } from './admin/admin.ts'
import { recordAction } from './admin/audit/audit.ts'
import { refuseOverQuota, refuseWithoutSpace, reserveUploadSpace } from './admin/users/quotas.ts'
import { bulkHandlers } from './bulk/bulk-handlers.ts'
import type { Closing } from './closing.ts'
import type { Config } from './config.ts'
import { exportHandlers } from './exports/export-handlers.ts'
import { createExportLinks, exportPath } from './exports/export-links.ts'
import { createFindArchive } from './exports/find-archive.ts'
import { createGallery } from './gallery/gallery.ts'
import type { SiteDeps } from './http/app.ts'
import { clipPath } from './http/files/stock-clips.ts'
import { resumablePath } from './http/uploads/resumable-uploads.ts'
import { importHandlers } from './imports/import-handlers.ts'
import { findOldAddress } from './imports/old-addresses.ts'
import { createJobControl } from './jobs/control-jobs.ts'
import { jobHandlers } from './jobs/job-handlers.ts'
import { createLive } from './live/live.ts'
import type { MediaServices } from './media-services.ts'
import { importSources } from './open-imports.ts'
import { openMail, type Platform } from './open-platform.ts'
import { planDescribed, planFacts, planFile, planSource } from './pipeline/source/plan-source.ts'
import type { Listen } from './platform/cache/cache-until-change.ts'
import { takeFrom } from './platform/cache/rate-limit.ts'
import { openSessionLocks } from './platform/database/locks/session-locks.ts'
import { subscribeTo } from './platform/database/notifications.ts'
import { readSourceFacts } from './platform/database/source-facts.ts'
import type { Mail } from './platform/mail/mail.ts'
import { createProbeQueue, type ProbeQueue } from './platform/probe-queue.ts'
import { createImportSecrets } from './platform/secret-box.ts'
import { createPlays } from './plays/plays.ts'
import { createHeat } from './plays/reading/heat.ts'
import { reencodeHandlers } from './reencodes/reencode-handlers.ts'
import { createStock } from './stock/stock.ts'
import { taskHandlers } from './tasks/task-handlers.ts'
import { requestUnasked } from './transcription/request-unasked.ts'
import { readLanguages, readModels } from './transcription/site-speech.ts'
import { transcriptionAdminHandlers } from './transcription/transcription-admin.ts'
import { type SpeechSettings, transcriptionHandlers } from './transcription/transcription-handlers.ts'
import { readTranscription } from './transcription/transcriptions.ts'
import { trashHandlers } from './trash/trash-handlers.ts'
import { confirmUpload, withUpload } from './uploads/confirm-upload.ts'
import { createInspector } from './uploads/inspect-file.ts'
import { createReceiver } from './uploads/receive.ts'
import { replaceFile } from './uploads/replace/replace-file.ts'
import { uploadHandlers } from './uploads/upload-handlers.ts'
import { idInKey } from './uploads/upload-key.ts'
import { createUploadWriter } from './uploads/write-upload.ts'
import { createWebhooks } from './webhooks/create-webhooks.ts'

/** What a process that serves people is made of. */
interface Context {
  platform: Platform
  media: MediaServices
  config: Config
  log: Logger
  closing: Closing
}

export interface Features {
  site: Omit<SiteDeps, 'webFolder'>
  firstAdmin: FirstAdmin
  /** Finishes the mails that are still to be sent, once no request comes any more. */
  settle(): Promise<void>
}

export async function createFeatures(context: Context): Promise<Features> {
  const { platform, media, config, log, closing } = context
  const { secret, cache, files } = platform
  const { db, connection } = platform.database
  const mail = await openMail(config)
  closing.add('connections', mail.close)
  const firstAdmin = await ensureFirstAdmin(db, config.admin)
  const listenToKeys: Listen = (reactions) => subscribeTo(connection, 'keys', reactions, log)
  const accounts = createAccounts({ config, db, cache, mail, log, audit: recordAction, listenToKeys }, secret)
  closing.add('work', accounts.stop)
  const stock = createStock({ config, cache, clipPath, log })
  const turns = createProbeQueue()
  const gallery = openGallery(context, turns, accounts.videoPasswords)
  const uploads = openUploads(context, turns)
  const admin = openAdmin(context, gallery, mail)
  const plays = openPlays(context, gallery)
  const links = createExportLinks(secret)
  const live = createLive({ db, connection, maxConcurrent: config.maxConcurrentJobs, log })
  closing.add('work', live.stop)
  void admin.warmUp().catch((error) => log.warn({ err: error }, 'admin statistics warm-up failed'))
  return {
    site: {
      handlers: {
        ...accounts.handlers,
        ...openJobs(context, gallery, uploads),
        ...uploadHandlers({ ...uploads.deps, ...uploads.receiving, describeVideo: gallery.describe }),
        ...gallery.handlers,
        ...plays.handlers,
        ...openTranscriptions(context, gallery),
        ...reencodeHandlers({ db, cache, record: recordAction, readServed: plays.readServed }),
        ...bulkHandlers({ db, audit: recordAction }),
        ...trashHandlers({ db, mayStart: refuseOverQuota, onVideoChange: gallery.clearPublicCache, audit: recordAction }),
        ...stock.handlers,
        ...createWebhooks({ db, cache, allowPrivate: config.allowPrivateSources }),
        ...taskHandlers(db),
        ...importHandlers({ ...importSources(platform, config), db, cache, secrets: createImportSecrets(secret), fetch: turns.fetch }),
        ...exportHandlers({ db, links }),
        ...admin.handlers,
      },
      streams: { 'GET /jobs/events': live.stream },
      authenticate: accounts.authenticate,
      storage: { answered: files.answered, linkOrigins: files.linkOrigins },
      media: { find: gallery.findMedia, storage: files.storage, accelPrefix: config.accelPrefix, onServed: plays.countServed },
      resumable: uploads.receiving.receiver,
      writeUpload: uploads.writeUpload,
      findPage: async (path, query, sender) => {
        // An internal site says to nobody which videos there are.
        const movedTo = config.isPublicSite ? await findOldAddress(db, path, query) : undefined
        return movedTo === undefined ? gallery.findPage(path, query, sender) : { isFound: true, movedTo }
      },
      exports: { path: exportPath, find: createFindArchive({ db, storage: files.storage, links }) },
      openWeb: gallery.openWeb,
      stock: { find: media.clipFile, hosts: stock.hosts },
    },
    firstAdmin,
    settle: accounts.settle,
  }
}

type Gallery = ReturnType<typeof createGallery>

function openGallery(
  { platform, media, config, log, closing }: Context,
  turns: ProbeQueue,
  passwords: Accounts['videoPasswords'],
): Gallery {
  const { database, secret, cache, queue, files, mediaTools, folders } = platform
  const speech = speechSettings(platform, config)
  const gallery = createGallery({
    db: database.db,
    nameKey: identityKey,
    passwords,
    limits: cache,
    secret,
    isPublicSite: config.isPublicSite,
    forgetJob: (id) => queue.remove(id).catch(() => {}),
    listen: (reactions) => subscribeTo(database.connection, 'gallery', reactions, log),
    shareOriginal: media.originals.prepare,
    storage: files.storage,
    copies: media.copies,
    mediaTools,
    scratch: folders.scratch,
    turns,
    checkSpace: refuseWithoutSpace,
    audit: recordAction,
    lingerSeconds: files.answered ? null : limits.storageLinkSeconds,
    readHeat: createHeat(database.db),
    readTranscription: (id) => readTranscription(database.db, id),
    canTranscribe: config.captions !== 'off',
    readLanguages: async () => (await readLanguages(database.db, speech.hasOwnModel)) ?? [],
    onCaptionWish: async (transaction, id) => {
      const languages = (await readLanguages(database.db, speech.hasOwnModel)) ?? []
      await requestUnasked(transaction, id, { ...speech, languages })
    },
  })
  closing.add('work', gallery.stop)
  media.onOriginalShared(gallery.clearPublicCache)
  return gallery
}

function openPlays({ platform, log, closing }: Context, { findPlayed, requireOwner, recordWatched }: Gallery) {
  const plays = createPlays({ db: platform.database.db, cache: platform.viewerCache, log, findPlayed, requireOwner, recordWatched })
  // After the last request, so that nothing it counted is lost.
  closing.add('connections', plays.stop)
  return plays
}

const speechSettings = ({ database }: Platform, { captions, captionsLanguage, captionsModelDir }: Config): SpeechSettings => ({
  db: database.db,
  mode: captions,
  siteLanguage: captionsLanguage,
  hasOwnModel: captionsModelDir !== undefined,
})

function openTranscriptions({ platform, config }: Context, { requireOwner }: Gallery) {
  const settings = speechSettings(platform, config)
  return { ...transcriptionHandlers({ ...settings, requireOwner }), ...transcriptionAdminHandlers({ ...settings, record: recordAction }) }
}

type Uploads = ReturnType<typeof openUploads>

function openUploads({ platform, media, config: { maxUploadBytes }, log, closing }: Context, { probe, fetch }: ProbeQueue) {
  const { secret, mediaTools, database } = platform
  const { storage, resumable } = platform.files
  const { db } = database
  const locks = openSessionLocks(database.connection, log)
  closing.add('connections', locks.close)
  const receiver = createReceiver({ path: resumablePath, db, storage, resumable, locks, secret, maxUploadBytes, log })
  const deps = {
    db,
    storage,
    receiver,
    copies: media.copies,
    maxUploadBytes,
    checkSpace: refuseWithoutSpace,
    inspect: createInspector(mediaTools),
    probe,
    shareOriginal: media.originals.prepare,
  }
  return {
    deps,
    fetch,
    receiving: { receiver, resumable, locks, reserveSpace: reserveUploadSpace },
    writeUpload: createUploadWriter({ db, storage, locks, maxUploadBytes, reserveSpace: reserveUploadSpace }),
  }
}

function openJobs({ platform, media, config }: Context, gallery: Gallery, { deps, fetch }: Uploads) {
  const { folders, mediaTools, queue, cache } = platform
  const { db } = platform.database
  const { encodingSpeed, sample, ownClip } = media
  const { thumbnailOf, download, clearPublicCache: onVideoChange } = gallery
  const planDeps = { mediaTools, encodingSpeed, sample, ownClip, scratch: folders.scratch, allowPrivateSources: config.allowPrivateSources }
  const planFor = async ({ inputSource, file, ...rest }: PlanRequest, userId: string, signal: AbortSignal) => {
    if (inputSource === undefined) {
      await takeFrom(cache, [{ key: `described-plan:${userId}`, most: 60, perSeconds: 60 }])
      return planDescribed(planDeps, rest, file)
    }
    const request = { ...rest, inputSource }
    const known = isUploadKey(inputSource) && (await readSourceFacts(db, idInKey(inputSource), userId))
    if (known) return planFacts(planDeps, request, known)
    if (isUploadKey(inputSource)) return withUpload(deps, userId, inputSource, (path) => planFile(planDeps, request, path), signal)
    return fetch(userId, () => planSource(planDeps, request, (look) => deps.probe(userId, look, signal)), signal)
  }
  const adoptUpload = (userId: string, { inputSource: s3Key, outputFormats: _, ...details }: JobRequest, signal?: AbortSignal) =>
    confirmUpload(deps, userId, { s3Key, ...details }, signal)
  const auditLoadTest = (actorId: string, jobIds: string[]) =>
    recordAction(db, { actorId, action: 'jobs.load-test', details: { count: jobIds.length, jobs: jobIds } })
  return jobHandlers({
    ...{ db, queue, planFor, adoptUpload, thumbnailOf, download, onVideoChange, mayStart: refuseOverQuota, auditLoadTest },
    replaceFile: (replacement, restart, signal) => replaceFile(deps, replacement, restart, signal),
    requireOwner: gallery.requireOwner,
  })
}

function openAdmin({ platform, config }: Context, { thumbnailOf, clearPublicCache: onVideoChange }: Gallery, mail: Mail) {
  const { database, cache, queue, folders, mediaTools } = platform
  const { db } = database
  const { storage, name: bucketName } = platform.files
  const { scratch, incoming, resumable } = folders
  return createAdmin({
    db,
    storage,
    jobs: createJobControl({ db, queue, thumbnailOf, onVideoChange }),
    setDisabled,
    describeUser,
    checks: { database: database.check, cache: cache.check, storage: storage.check, queue: queue.check, mail: mail.check },
    inspectFfmpeg: () => inspectFfmpeg(mediaTools.ffmpeg),
    bucketName,
    dataDir: config.dataDir,
    tempFolders: { scratch, incoming, resumable },
    maxConcurrentJobs: config.maxConcurrentJobs,
    readCaptions: async () => ({
      mode: config.captions,
      siteLanguage: config.captionsLanguage ?? null,
      models: config.captions === 'off' ? [] : await readModels(db),
    }),
  })
}
