import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long somebody who is still sending has to read the refusal. */
const lingerMs = 2000

/**
 * Whoever is refused in the middle of a body gets the answer at once, and nothing more of the body is read. Left to itself Node
 * reads the rest to its end so that the connection can be used again, which is for the sender to decide; and a connection that is
 * simply closed over unread bytes is reset, which on some systems takes the answer with it. So our side is closed and the
 * sender has a moment to read why.
 */
export function rejectUploadEarly(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    closeGently(request.raw)
    // A body of which nobody has read anything Node reads itself after the answer. From here on somebody has; it must be before
    // the first byte comes.
    request.raw.read(0)
    done()
  })
  scope.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400 && !request.raw.complete) reply.header('Connection', 'close')
    done()
  })
}

/** Changes what Node does with this connection after an answer that says that it is the last. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request
  const close = Socket.prototype.destroySoon
  socket.destroySoon = () => {
    if (request.complete) return close.call(socket)
    socket.pause()
    socket.end()
    const late = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(late))
  }
}
