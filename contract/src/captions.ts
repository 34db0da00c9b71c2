import * as z from 'zod'
import { captionModes, language } from './captions/caption-choice.ts'
import { captionFileTypes, captionRules, captionSources, captionsTooLarge, transcriptionStatuses } from './captions/caption-rules.ts'
import { answer, asViewer, captionId, endpoint, id, videoId, watchErrors } from './endpoint.ts'

const moment = z.iso.datetime()

/** Captions of a video in one language. */
export const caption = z
  .object({
    id,
    /** BCP 47, for instance `de`. */
    language: z.string(),
    label: z.string(),
    source: z.enum(captionSources),
    /** Chosen when captions are switched on and nobody has chosen others. */
    isDefault: z.boolean(),
    /** Someone has corrected the text of automatic or embedded captions. */
    isReviewed: z.boolean(),
    /** Of the text: raised with every change of it. */
    version: z.number().int(),
    /** WebVTT. The address changes with the text. */
    url: z.string(),
    /** Addresses to save it from; null where the caller may not. */
    downloads: z.object({ vtt: z.string(), srt: z.string(), txt: z.string() }).nullable(),
    updatedAt: moment,
  })
  .meta({ id: 'Caption' })
export type Caption = z.infer<typeof caption>

const label = z
  .string()
  .trim()
  .normalize()
  .max(captionRules.labelMaxLength, `A label can have at most ${captionRules.labelMaxLength} characters`)
/** The text of an SRT or WebVTT file. Its size is checked in bytes where it is read. */
const content = z.string().max(captionRules.maxBytes, captionsTooLarge)

/** Automatic captions that are being made, or that could not be made. */
export const transcription = z
  .object({
    status: z.enum(transcriptionStatuses),
    /** Percent. */
    progress: z.number().int().min(0).max(100),
    language: z.string(),
    /** Why it failed; null otherwise. */
    message: z.string().nullable(),
  })
  .meta({ id: 'Transcription' })
export type Transcription = z.infer<typeof transcription>

const ofVideo = z.object({ id: videoId })
const oneCaption = z.object({ id: videoId, captionId })

/** What was repaired in a file or left out, each with the number of its line. */
const notes = z.array(z.string())

export const captionEndpoints = {
  'GET /gallery/videos/{id}/captions': endpoint({
    summary: 'The captions of a video, the default ones first',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: ofVideo,
    query: z.object(asViewer),
    output: answer({
      captions: z.array(caption),
      /** For the owner and admins; null when none is under way or has failed. */
      transcription: transcription.nullable(),
      /** Whether this site makes automatic captions of this video when the caller asks. */
      canTranscribe: z.boolean(),
      /** The languages in which it makes them; the first is the default. Empty for those who may not ask. */
      languages: z.array(z.string()),
    }),
    errors: watchErrors,
  }),
  'POST /gallery/videos/{id}/captions': endpoint({
    summary: 'Add captions: the text of an SRT or WebVTT file, or the file itself as the body, with its language in the address',
    access: 'signed-in',
    scope: 'manage',
    params: ofVideo,
    /** Only with a file; JSON has its own fields. */
    query: z.object({ language: language.optional(), label: label.optional(), isDefault: z.enum(['true', 'false']).optional() }),
    bodyFile: { types: captionFileTypes, maxBytes: captionRules.maxBytes, tooLarge: captionsTooLarge },
    body: z.object({ language, label: label.optional(), content, isDefault: z.boolean().optional() }),
    maxBodyBytes: captionRules.maxBodyBytes,
    status: 201,
    output: answer({ caption, notes }),
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED', 'TOO_LARGE', 'WRONG_TYPE'],
  }),
  'GET /captions/automatic': endpoint({
    summary: 'Whether this site makes captions from what is said, and in which languages',
    access: 'signed-in',
    scope: 'read',
    output: answer({
      /** Without being asked, when somebody asks, or never. */
      mode: z.enum(captionModes),
      /** The first is the default. Empty while no worker can make any. */
      languages: z.array(z.string()),
      /** What is spoken where neither the owner nor the file says it; null if that is not known. */
      siteLanguage: z.string().nullable(),
    }),
    errors: [],
  }),
  'POST /gallery/videos/{id}/captions/automatic': endpoint({
    summary: 'Have captions made from what is said; a request that is waiting or running is answered, not repeated',
    access: 'signed-in',
    scope: 'manage',
    params: ofVideo,
    body: z.object({ language: language.optional() }),
    status: 202,
    output: answer({ transcription }),
    errors: ['NOT_FOUND', 'CONFLICT', 'UNAVAILABLE'],
  }),
  'DELETE /gallery/videos/{id}/captions/automatic': endpoint({
    summary: 'Stop making automatic captions, or remove the note that they could not be made',
    access: 'signed-in',
    scope: 'manage',
    params: ofVideo,
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
  'PATCH /gallery/videos/{id}/captions/{captionId}': endpoint({
    summary: 'Change language or label of captions, or which are the default',
    access: 'signed-in',
    scope: 'manage',
    params: oneCaption,
    body: z.object({ language: language.optional(), label: label.optional(), isDefault: z.boolean().optional() }),
    output: answer({ caption }),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  'PUT /gallery/videos/{id}/captions/{captionId}': endpoint({
    summary: 'Replace the text of captions; with the version that was changed, only while nobody else has changed it',
    access: 'signed-in',
    scope: 'manage',
    params: oneCaption,
    body: z.object({ content, version: z.number().int().positive().optional() }),
    maxBodyBytes: captionRules.maxBodyBytes,
    output: answer({ caption, notes }),
    errors: ['NOT_FOUND', 'CONFLICT', 'QUOTA_REACHED', 'TOO_LARGE'],
  }),
  'DELETE /gallery/videos/{id}/captions/{captionId}': endpoint({
    summary: 'Delete captions',
    access: 'signed-in',
    scope: 'manage',
    params: oneCaption,
    output: answer({ result: z.object({ id }) }),
    errors: ['NOT_FOUND'],
  }),
  'GET /gallery/videos/{id}/transcript': endpoint({
    summary: 'What is said in a video and when, from its captions',
    access: 'visitor',
    strangers: 'with-credentials',
    scope: 'read',
    params: ofVideo,
    query: z.object({
      ...asViewer,
      /** Those of this language, or the default ones. */
      language: z.string().max(100).optional(),
      /** Those with this id. */
      captionId: captionId.optional(),
      /** Only what contains this. */
      q: z.string().trim().normalize().max(200).optional(),
      /** With markup and places as well, as an editor needs them. */
      markup: z.enum(['true', 'false']).optional(),
    }),
    output: answer({
      captionId: id,
      language: z.string(),
      source: z.enum(captionSources),
      isReviewed: z.boolean(),
      /** Of the captions. */
      version: z.number().int(),
      /** Seconds; text without markup. `markup` is cue text of WebVTT and `settings` its place, both only when asked for. */
      cues: z.array(
        z.object({ start: z.number(), end: z.number(), text: z.string(), markup: z.string().optional(), settings: z.string().optional() }),
      ),
    }),
    errors: watchErrors,
  }),
}
