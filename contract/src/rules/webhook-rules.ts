import { sentences } from '../sentences.ts'

const longestAddress = 2000
export const shortestSecret = 16
export const longestSecret = 200

/** The signature header: `t` is the time in Unix seconds, `v1` the HMAC-SHA256 of `t.body` in hex. */
export const signatureHeader = 'Video-Forge-Signature'

/** Every event with its meaning, for people. */
export const webhookEvents = {
  'job.created': 'A job was created',
  'job.completed': 'A job is completed',
  'job.failed': 'A job has failed',
  'job.cancelled': 'A job was cancelled',
  'video.created': 'A video was added',
  'video.ready': 'A video can be watched in full quality',
  'video.updated': 'Title, description, tags, chapters, thumbnail or visibility were changed',
  'video.deleted': 'A video was deleted',
  'caption.ready': 'Captions were made, or found in the file',
  'caption.failed': 'Automatic captions could not be made',
  'caption.updated': 'Captions were changed',
  'caption.deleted': 'Captions were deleted',
} as const

export type WebhookEvent = keyof typeof webhookEvents
export const webhookEventNames = Object.keys(webhookEvents) as WebhookEvent[]

/** What a webhook may ask for: an event, all of one kind, or all. */
export const webhookPatterns = ['*', 'job.*', 'video.*', 'caption.*', ...webhookEventNames] as const
export type WebhookPattern = (typeof webhookPatterns)[number]

/** The patterns without those that another one includes. */
export const plainestPatterns = (patterns: readonly WebhookPattern[]): WebhookPattern[] =>
  webhookPatterns.filter((pattern) => {
    const wider: WebhookPattern[] = webhookPatterns.filter((each) => each === '*' || each === `${pattern.split('.')[0]}.*`)
    return patterns.includes(pattern) && !wider.some((each) => each !== pattern && patterns.includes(each))
  })

/** Why a webhook is paused: its calls failed, too many waited, or its owner paused it. */
export const pauseCauses = ['failing', 'behind', 'owner'] as const
export type PauseCause = (typeof pauseCauses)[number]

const webAddress = /^https?:\/\/(?:\[[0-9a-f:.]+\]|[^\s/?#@:[\]%]+)(?::(\d{1,5}))?(?:[/?#]\S*)?$/i

/** The problem of a webhook's URL, as a sentence. It must not contain a name or password. */
export function webhookUrlProblem(address: string): string | undefined {
  const parts = webAddress.exec(address)
  return parts && address.length <= longestAddress && Number(parts[1] ?? 0) <= 65_535 ? undefined : sentences.webhookUrlInvalid
}
