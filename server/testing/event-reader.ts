interface ReadEvent {
  id: string
  name: string
  data: Record<string, unknown>
}

export interface EventReader {
  /** Everything received so far. */
  events: ReadEvent[]
  /** The next event of this name that was not returned before. */
  next(name: string): Promise<ReadEvent>
  /** Resolves when the server has ended the stream. */
  closed: Promise<void>
  close(): void
}

/** Reads Server-Sent Events over real HTTP, as a browser would. */
export async function followEvents(url: string, token: string, lastEventId?: string): Promise<EventReader> {
  const abort = new AbortController()
  const response = await fetch(`${url}/prod/api/jobs/events`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId && { 'last-event-id': lastEventId }) },
    signal: abort.signal,
  })
  if (response.status !== 200 || !response.body) throw new Error(`the stream answered ${response.status}: ${await response.text()}`)
  const events: ReadEvent[] = []
  const handedOut = new Set<ReadEvent>()
  let onMore = () => {}
  const stream = response.body
  const closed = (async () => {
    let text = ''
    const decoder = new TextDecoder()
    try {
      for await (const chunk of stream) {
        text += decoder.decode(chunk, { stream: true })
        const blocks = text.split('\n\n')
        text = blocks.pop() ?? ''
        for (const block of blocks) {
          const event = parse(block)
          if (event) events.push(event)
        }
        onMore()
      }
    } catch {
      // Closed by the reader.
    }
  })()
  return {
    events,
    closed,
    close: () => abort.abort(),
    async next(name) {
      for (;;) {
        const event = events.find((candidate) => candidate.name === name && !handedOut.has(candidate))
        if (event) {
          handedOut.add(event)
          return event
        }
        await new Promise<void>((resolve) => {
          onMore = resolve
        })
      }
    },
  }
}

function parse(block: string): ReadEvent | undefined {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
  const [name, data] = [field('event'), field('data')]
  return name && data ? { id: field('id') ?? '', name, data: JSON.parse(data) } : undefined
}
