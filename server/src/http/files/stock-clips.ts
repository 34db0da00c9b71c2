import { Failure } from '@video-forge/contract/errors'
import type { FastifyInstance } from 'fastify'
import { sendFile } from './send-file.ts'

export const clipPath = '/stock/clips'

/** Returns a function that makes the file of this name available; undefined if there is no such clip. */
export type FindClip = (name: string) => (() => Promise<string>) | undefined

const yearSeconds = 365 * 24 * 60 * 60

/** Serves the clips of the built-in catalogue and their pictures to everybody. */
export function addStockClips(app: FastifyInstance, find: FindClip): void {
  app.route<{ Params: { name: string } }>({
    method: ['GET', 'HEAD'],
    url: `${clipPath}/:name`,
    exposeHeadRoute: false,
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params
      const make = find(name)
      if (!make) throw new Failure('NOT_FOUND', 'There is no such clip.')
      const path = await make()
      // The content of an address with a version never changes.
      const isFixed = request.url.includes('?v=')
      reply.header('Cache-Control', isFixed ? `public, max-age=${yearSeconds}, immutable` : 'public, max-age=3600')
      reply.type(name.endsWith('.mp4') ? 'video/mp4' : 'image/jpeg')
      return sendFile(request, reply, { path })
    },
  })
}
