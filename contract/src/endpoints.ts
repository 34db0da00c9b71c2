import type * as z from 'zod'
import { accountSettingsEndpoints } from './accounts/account-settings.ts'
import { accountEndpoints } from './accounts/accounts.ts'
import { invitationEndpoints } from './accounts/invitations.ts'
import { keyEndpoints } from './accounts/keys.ts'
import { adminEndpoints } from './admin/admin.ts'
import { bulkEndpoints } from './bulk.ts'
import { captionEndpoints } from './captions.ts'
import type { BodyFile, Endpoint, ReceivedFile, SentFile } from './endpoint.ts'
import { exportEndpoints } from './exports.ts'
import { galleryEndpoints } from './gallery.ts'
import { historyEndpoints } from './history.ts'
import { importEndpoints } from './imports.ts'
import { jobEndpoints } from './jobs.ts'
import { peopleEndpoints } from './people.ts'
import { playlistEndpoints } from './playlists.ts'
import { playEndpoints } from './plays.ts'
import { protectionEndpoints } from './protection/protection.ts'
import { replacementEndpoints } from './replacements.ts'
import { searchEndpoints } from './search.ts'
import { stockEndpoints } from './stock.ts'
import { taskEndpoints } from './tasks.ts'
import { thumbnailEndpoints } from './thumbnails.ts'
import { trashEndpoints } from './trash.ts'
import { uploadEndpoints } from './uploads.ts'
import { accountWebhookEndpoints } from './webhooks/account-webhooks.ts'
import { webhookEndpoints } from './webhooks/webhooks.ts'

/** The one table of calls. Server routes, web client, OpenAPI and tests derive from it. */
export const endpoints = {
  ...accountEndpoints,
  ...accountSettingsEndpoints,
  ...keyEndpoints,
  ...invitationEndpoints,
  ...jobEndpoints,
  ...uploadEndpoints,
  ...galleryEndpoints,
  ...peopleEndpoints,
  ...playEndpoints,
  ...playlistEndpoints,
  ...historyEndpoints,
  ...protectionEndpoints,
  ...thumbnailEndpoints,
  ...replacementEndpoints,
  ...captionEndpoints,
  ...trashEndpoints,
  ...bulkEndpoints,
  ...searchEndpoints,
  ...stockEndpoints,
  ...webhookEndpoints,
  ...accountWebhookEndpoints,
  ...taskEndpoints,
  ...importEndpoints,
  ...exportEndpoints,
  ...adminEndpoints,
}

export type Endpoints = typeof endpoints
export type EndpointKey = keyof Endpoints

type Parsed<E, Part extends string> = E extends { [K in Part]: z.ZodType<infer Value> } ? { [K in Part]: Value } : unknown
type Sent<E, Part extends string> = E extends { [K in Part]: infer Schema extends z.ZodType } ? { [K in Part]: z.input<Schema> } : unknown

/** A file is sent and received in place of the body. */
type OrFile<E, File, Json> = E extends { bodyFile: BodyFile } ? (Json & { file?: undefined }) | { body?: undefined; file: File } : Json

/** What a handler receives: the request after validation. */
export type Input<K extends EndpointKey> = Parsed<Endpoints[K], 'params'> &
  Parsed<Endpoints[K], 'query'> &
  OrFile<Endpoints[K], ReceivedFile, Parsed<Endpoints[K], 'body'>>

/** What a client sends. */
export type Request<K extends EndpointKey> = Sent<Endpoints[K], 'params'> &
  Sent<Endpoints[K], 'query'> &
  OrFile<Endpoints[K], SentFile, Sent<Endpoints[K], 'body'>>

/** What a client reads from a success. */
export type Output<K extends EndpointKey> = z.infer<Endpoints[K]['output']>

export const endpointList = Object.entries(endpoints) as [EndpointKey, Endpoint][]
