import * as z from 'zod'
import { answer, endpoint } from './endpoint.ts'

/** What everybody may know of the owner of a public video. */
export const publicPerson = z.object({ username: z.string(), name: z.string() }).meta({ id: 'PublicPerson' })

const person = publicPerson
  .extend({
    /** Public videos that can be watched. */
    videoCount: z.number(),
    since: z.iso.datetime(),
  })
  .meta({ id: 'Person' })
export type Person = z.infer<typeof person>

export const peopleEndpoints = {
  'GET /people/{username}': endpoint({
    summary: 'A person with public videos, or yourself',
    access: 'visitor',
    scope: 'read',
    params: z.object({ username: z.string().max(100) }),
    output: answer({ person }),
    errors: ['NOT_FOUND'],
  }),
}
