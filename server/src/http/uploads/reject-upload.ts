import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** How long a client that is still sending has to read the refusal. */
const lingerMs = 2000

/**
 * Refuses an upload without reading the rest of its body. By default Node reads the body to its end so that the connection can be
 * reused, which lets a client waste bandwidth; and closing a connection with unread bytes resets it, which on some systems discards
 * the response. So only the server's side is closed, and the client has a moment to read the refusal.
 */
export function rejectUploadEarly(scope: FastifyInstance): void {
  scope.addHook('onRequest', (request, _reply, done) => {
    closeGently(request.raw)
    // Node discards a body by itself only if nothing of it was read. This counts as a read; it must happen before the first byte
    // arrives.
    request.raw.read(0)
    done()
  })
  scope.addHook('onSend', (request, reply, _payload, done) => {
    if (reply.statusCode >= 400 && !request.raw.complete) reply.header('Connection', 'close')
    done()
  })
}

/** Changes how Node closes this connection after the last response. */
function closeGently(request: IncomingMessage): void {
  const { socket } = request
  const close = Socket.prototype.destroySoon
  socket.destroySoon = () => {
    if (request.complete) return close.call(socket)
    socket.pause()
    socket.end()
    const timer = setTimeout(() => socket.destroy(), lingerMs)
    socket.once('close', () => clearTimeout(timer))
  }
}
