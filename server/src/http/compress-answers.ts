import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** A shorter text fits into one packet anyway. */
const minLength = 1400
/** Answers with a tag are the same for many visitors; so many are kept compressed. */
const maxKept = 200

const compressible = /^(?:application\/(?:json|vnd\.apple\.mpegurl|(?:rss|atom)\+xml)|text\/)/

type Encoding = 'br' | 'gzip'

// The quick levels: an answer is made for one request, unlike the files of the web application.
const compressors: Record<Encoding, (text: string | Buffer) => Promise<Buffer>> = {
  br: (text) => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text) => promisify(gzip)(text, { level: 4 }),
}

/**
 * Compresses texts for clients that accept it. Nothing here can be read by another site through the length of an answer, because requests
 * are authorized by a header that other sites cannot send.
 */
export function compressAnswers(app: FastifyInstance): void {
  const kept = new Map<string, Promise<Buffer>>()

  function compress(encoding: Encoding, text: string | Buffer, tag: string | undefined): Promise<Buffer> {
    if (tag === undefined) return compressors[encoding](text)
    const key = `${encoding} ${tag}`
    const known = kept.get(key) ?? compressors[encoding](text)
    // The most recently used are last.
    kept.delete(key)
    kept.set(key, known)
    const [oldest] = kept.keys()
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest)
    return known
  }

  // Without a promise for the bytes of media, of which there are many more.
  app.addHook<unknown>('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload)) || payload.length < minLength || !isCompressible(reply)) {
      done(null, payload)
      return
    }
    addVary(reply)
    const encoding = request.method === 'HEAD' ? undefined : acceptedEncoding(request)
    if (!encoding) {
      done(null, payload)
      return
    }
    const etag = reply.getHeader('ETag')
    const tag = typeof etag === 'string' ? etag : undefined
    compress(encoding, payload, tag).then((compressed) => {
      reply.header('Content-Encoding', encoding)
      // The bytes differ from those without compression, which a strong tag would deny.
      if (tag && !tag.startsWith('W/')) reply.header('ETag', `W/${tag}`)
      done(null, compressed)
    }, done)
  })
}

const isCompressible = (reply: FastifyReply): boolean =>
  compressible.test(String(reply.getHeader('Content-Type') ?? '')) && !reply.hasHeader('Content-Encoding')

function addVary(reply: FastifyReply): void {
  const names = String(reply.getHeader('Vary') ?? '')
  reply.header('Vary', names ? `${names}, Accept-Encoding` : 'Accept-Encoding')
}

/** Brotli before gzip. One with the weight 0 is refused. */
function acceptedEncoding({ headers }: FastifyRequest): Encoding | undefined {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
    .map((each) => each.split(';', 1)[0]?.trim().toLowerCase())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : undefined
}
