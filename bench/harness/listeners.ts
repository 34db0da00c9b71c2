import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { root } from '../../e2e/harness/product-process.ts'

export interface ReceivedEvent {
  jobId: string
  progress: number
  /** When it was read, in milliseconds. */
  at: number
}

interface Report {
  opened: number
  ms: number
  received?: ReceivedEvent[]
}

/** Opens a stream for each token in a separate process and collects the received events. */
export async function startListeners(url: string, tokens: string[]) {
  const child = fork(join(root, 'bench', 'harness', 'listener-process.mjs'), { serialization: 'advanced' })
  const ask = async (message: object): Promise<Report> => {
    child.send(message)
    const [report] = (await once(child, 'message')) as [Report]
    return report
  }
  const first = await ask({ kind: 'open', url, tokens })
  return {
    opened: () => first.opened,
    openedWithinMs: () => first.ms,
    clear: () => ask({ kind: 'clear' }),
    /** Waits until the server has closed every stream and all are open again. */
    reconnect: async () => (await ask({ kind: 'reconnect' })).ms,
    received: async () => (await ask({ kind: 'received' })).received ?? [],
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}
