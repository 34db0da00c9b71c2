/**
 * A program of its own: reads audio on stdin and writes cues and progress to stdout. Recognition blocks its process, takes hundreds of
 * megabytes, and ends the process on a damaged model, so it never runs inside the server. It ends with its input.
 */
import { AudioCaptioner } from '../../speech/caption-audio.ts'
import type { SpeechMessage, SpeechOrder } from '../../speech/speech-messages.ts'
import { openDetector, openRecogniser } from './open-recogniser.ts'
import { prepareModel } from './prepare-model.ts'

const send = (message: SpeechMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

/** Nobody reads the cues any more. */
process.stdout.on('error', () => process.exit(1))

/** Undefined, after a sentence for people, if the step fails. */
async function attempt<T>(step: () => Promise<T>, sentence: string): Promise<T | undefined> {
  try {
    return await step()
  } catch (error) {
    console.error(error)
    send({ kind: 'failed', sentence })
    return undefined
  }
}

const order: SpeechOrder = JSON.parse(process.argv[2] ?? '')
const library = await attempt(async () => (await import('sherpa-onnx-node')).default, 'Automatic captions do not run on this system.')
const prepared =
  library && (await attempt(() => prepareModel(order.model, order.cacheFolder), 'The files of the speech model could not be prepared.'))
if (library && prepared) {
  const recogniser = openRecogniser(library, { ...order.model, files: prepared.files }, prepared.tokens, order.language)
  const captioner = new AudioCaptioner(openDetector(library, order.detector), recogniser, send)
  send({ kind: 'ready' })
  for await (const bytes of process.stdin) captioner.add(bytes)
  send({ kind: 'done', ...captioner.finish() })
}
