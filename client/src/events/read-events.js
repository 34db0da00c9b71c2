/**
 * Reads Server-Sent Events. Comments are heartbeats: they are reported, but are no events.
 * @param {ReadableStream<Uint8Array>} body
 * @param {() => void} [onActivity] called for each arriving chunk
 * @returns {AsyncGenerator<{ name: string, data: string, id: string }, void, void>}
 */
export async function* readEvents(body, onActivity) {
  const reader = body.getReader()
  const decoder = new TextDecoder()
  let rest = ''
  let id = ''
  let name = ''
  /** @type {string[]} */
  let data = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      onActivity?.()
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r\n|\n|\r(?!$)/)
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (line === '') {
          if (data.length > 0) yield { name: name || 'message', data: data.join('\n'), id }
          name = ''
          data = []
          continue
        }
        const [, field = '', text = ''] = /^([^:]*):? ?(.*)$/s.exec(line) ?? []
        if (field === 'data') data.push(text)
        else if (field === 'event') name = text
        else if (field === 'id' && !text.includes('\0')) id = text
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
