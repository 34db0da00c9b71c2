import * as z from 'zod'
import { answer, endpoint, id, playlistId, videoId, whenMissing } from './endpoint.ts'
import { video } from './gallery.ts'
import { publicPerson } from './people.ts'
import { limits } from './rules/limits.ts'
import { playlistRules, playlistSentences, playlistVisibilities } from './rules/playlist-rules.ts'
import { sentences } from './sentences.ts'

const visibility = z.enum(playlistVisibilities)
const moment = z.iso.datetime()
const { titleNeeded, full, twice, unknownVideo } = playlistSentences

const title = z.string(whenMissing(titleNeeded)).trim().normalize().min(1, titleNeeded).max(limits.titleMaxLength, sentences.titleTooLong)
const description = z.string().trim().normalize().max(limits.descriptionMaxLength, sentences.descriptionTooLong)

const playlist = z
  .object({
    id,
    title: z.string(),
    description: z.string(),
    /** `link`: everybody with its address, and in no list. */
    visibility,
    /** Each person has one `watch-later`, which is private. */
    kind: z.enum(['list', 'watch-later']),
    /** Videos that the caller may see. */
    videoCount: z.number().int().nonnegative(),
    /** The picture of the first of them; null where there is none. */
    thumbnailUrl: z.string().nullable(),
    /** Null if the account has no public name. */
    owner: publicPerson.nullable(),
    /** The caller owns it. */
    canEdit: z.boolean(),
    createdAt: moment,
    updatedAt: moment,
  })
  .meta({ id: 'Playlist' })
export type Playlist = z.infer<typeof playlist>

const listedPlaylist = playlist
  .extend({
    /** Whether it has the video that was asked for; null without one. */
    hasVideo: z.boolean().nullable(),
  })
  .meta({ id: 'ListedPlaylist' })
export type ListedPlaylist = z.infer<typeof listedPlaylist>

const playlistDetails = playlist
  .extend({
    /** Raised with every change of its videos; a new order names the one that it was made from. Null for those who may not edit it. */
    version: z.number().int().nullable(),
    /** All videos that the caller may see, in their order. */
    videoIds: z.array(id),
  })
  .meta({ id: 'PlaylistDetails' })
export type PlaylistDetails = z.infer<typeof playlistDetails>

const onePlaylist = z.object({ id: playlistId })
const oneVideo = z.object({ id: playlistId, videoId })
const page = {
  limit: z.coerce.number().int().min(1).max(100).default(playlistRules.pageSize),
  cursor: z.string().max(200).optional(),
}

/** In paths, `watch-later` stands for the caller's own list of that kind. */
export const playlistEndpoints = {
  'GET /playlists': endpoint({
    summary: 'Your playlists, newest first',
    access: 'signed-in',
    scope: 'read',
    query: z.object({
      ...page,
      /** The id of a video: each playlist then says whether it has it. */
      video: videoId.optional(),
    }),
    output: answer({
      playlists: z.array(listedPlaylist),
      nextCursor: z.string().nullable(),
      /** One switch is for both: without it nothing can be added to Watch later. */
      keepsHistory: z.boolean(),
    }),
    errors: [],
  }),
  'GET /people/{username}/playlists': endpoint({
    summary: 'The public playlists of a person, newest first',
    access: 'visitor',
    scope: 'read',
    params: z.object({ username: z.string().max(100) }),
    query: z.object(page),
    output: answer({ playlists: z.array(listedPlaylist), nextCursor: z.string().nullable() }),
    errors: [],
  }),
  'POST /playlists': endpoint({
    summary: 'Create a playlist',
    access: 'signed-in',
    scope: 'manage',
    body: z.object({ title, description: description.default(''), visibility: visibility.default('private') }),
    status: 201,
    output: answer({ playlist: playlistDetails }),
    errors: ['CONFLICT'],
  }),
  'GET /playlists/{id}': endpoint({
    summary: 'A playlist, with the ids of its videos in their order',
    access: 'visitor',
    scope: 'read',
    params: onePlaylist,
    query: z.object({
      /** `true` leaves out videos that only some sites may embed. */
      embedded: z.enum(['true', 'false']).default('false'),
    }),
    output: answer({ playlist: playlistDetails }),
    errors: ['NOT_FOUND'],
  }),
  'PATCH /playlists/{id}': endpoint({
    summary: 'Change the title, the description or the visibility of a playlist',
    access: 'signed-in',
    scope: 'manage',
    params: onePlaylist,
    body: z.object({ title: title.optional(), description: description.optional(), visibility: visibility.optional() }),
    output: answer({ playlist: playlistDetails }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'DELETE /playlists/{id}': endpoint({
    summary: 'Delete a playlist; its videos stay',
    access: 'signed-in',
    scope: 'manage',
    params: onePlaylist,
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'GET /playlists/{id}/videos': endpoint({
    summary: 'The videos of a playlist in their order, those that the caller may see',
    access: 'visitor',
    scope: 'read',
    params: onePlaylist,
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(playlistRules.videoPage),
      /** The id of a video of the playlist, with which the page begins. */
      cursor: z.string().max(200).optional(),
    }),
    output: answer({ videos: z.array(video), nextCursor: z.string().nullable() }),
    errors: ['NOT_FOUND'],
  }),
  'PUT /playlists/{id}/videos': endpoint({
    summary: 'Set the videos of a playlist in their order; 409 if it was changed since the version that is named',
    access: 'signed-in',
    scope: 'manage',
    params: onePlaylist,
    body: z.object({
      /** Ids in their order. Videos of the list that the caller may not see any more stay in it, at its end. */
      videos: z
        .array(z.uuid({ error: unknownVideo }).toLowerCase())
        .max(playlistRules.maxVideos, full)
        .refine((ids) => new Set(ids).size === ids.length, twice),
      version: z.number(whenMissing('Name the version of the playlist that this order was made from.')).int(),
    }),
    maxBodyBytes: 50 * playlistRules.maxVideos,
    output: answer({ playlist: playlistDetails }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'DELETE /playlists/{id}/videos': endpoint({
    summary: 'Remove all videos from a playlist, also those that the caller may not see any more',
    access: 'signed-in',
    scope: 'manage',
    params: onePlaylist,
    output: answer({ result: z.object({ playlistId: id, removed: z.number().int() }) }),
    errors: ['NOT_FOUND'],
  }),
  'POST /playlists/{id}/videos/{videoId}': endpoint({
    summary: 'Add a video to the end of a playlist; one that is in it stays where it is',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    output: answer({ result: z.object({ playlistId: id, added: z.boolean() }) }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'DELETE /playlists/{id}/videos/{videoId}': endpoint({
    summary: 'Remove a video from a playlist',
    access: 'signed-in',
    scope: 'manage',
    params: oneVideo,
    output: answer({ result: z.object({ playlistId: id, removed: z.boolean() }) }),
    errors: ['NOT_FOUND'],
  }),
}
