import { shownTags } from '../platform/database/tag-columns.ts'
import type { Delivery, EventPayload } from './lease-deliveries.ts'

/** The body of a call. A video and its job have one id, so captions are named beside the job of their video. */
export function eventBody({ event_id: id, event, happened_at, payload }: BodyParts, publicUrl: string): string {
  const created_at = happened_at.toISOString()
  const { caption, ...object } = payload
  if (event.startsWith('video.'))
    return JSON.stringify({ id, event, created_at, video: { ...withShownTags(object), url: `${publicUrl}/video/${object.id}` } })
  return JSON.stringify({ id, event, created_at, job: { ...object, url: `${publicUrl}/jobs/${object.id}` }, caption })
}

/** Tags in the spelling of their owner, and beside them in lower case, as `tags` was before. What an earlier version has written has only those. */
function withShownTags({ tags, tag_names, ...object }: EventPayload) {
  if (!tags) return object
  return { ...object, tags: shownTags({ tags, tag_names: tag_names ?? [] }), lower_case_tags: tags }
}

type BodyParts = Pick<Delivery, 'event_id' | 'event' | 'happened_at'> & { payload: EventPayload }

export const testBody = (id: string): string => JSON.stringify({ id, event: 'test', created_at: new Date().toISOString(), job: null })
