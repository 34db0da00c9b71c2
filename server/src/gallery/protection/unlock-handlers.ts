import { Failure } from '@video-forge/contract/errors'
import { protectionRules } from '@video-forge/contract/rules/protection-rules'
import { sentences } from '@video-forge/contract/sentences'
import type { Handlers } from '../../http/api/handlers.ts'
import type { Db } from '../../platform/database/database.ts'
import { maySend } from '../../platform/network/sender.ts'
import { type Grants, nobody } from '../grants.ts'
import { lookUpVideo } from '../see-video.ts'
import type { ReadViewer } from './read-viewer.ts'

/** Passwords of videos: hashed and tried as those of accounts are. */
export interface VideoPasswords {
  hash(ownerId: string, password: string, address: string): Promise<string>
  isRight(attempt: { videoId: string; password: string; stored: string; address: string }): Promise<boolean>
}

export interface UnlockDeps {
  db: Db
  grants: Grants
  passwords: VideoPasswords
  readViewer: ReadViewer
}

export function unlockHandlers({ db, grants, passwords, readViewer }: UnlockDeps): Handlers<'POST /gallery/videos/{id}/unlock'> {
  return {
    'POST /gallery/videos/{id}/unlock': async ({ params, body: { password }, ...request }) => {
      const viewer = await readViewer(params.id, request)
      const found = await lookUpVideo(db, params.id, viewer)
      if (!found) throw new Failure('NOT_FOUND', sentences.videoNotFound)
      const { id, embed_domains } = found.video
      if (!maySend(request.facts.sender, embed_domains)) throw new Failure('NOT_ALLOWED', sentences.embedNotAllowed)
      // The version belongs to this hash: with a new password, what this one opens ends.
      const row = await db.selectFrom('videos').select(['password_hash', 'access_version']).where('id', '=', id).executeTakeFirst()
      if (!row?.password_hash) throw new Failure('CONFLICT', 'This video needs no password.')
      const { address } = request.facts
      const isRight = await passwords.isRight({ videoId: id, password, stored: row.password_hash, address })
      if (!isRight) throw new Failure('INVALID_CREDENTIALS', sentences.videoPasswordWrong)
      const expires = Math.floor(Date.now() / 1000) + protectionRules.unlockHours * 3600
      const grant = grants.seal(id, { scope: 'unlock', version: row.access_version, expires, holder: { kind: 'password', id: nobody } })
      return { grant, expiresAt: new Date(expires * 1000).toISOString() }
    },
  }
}
