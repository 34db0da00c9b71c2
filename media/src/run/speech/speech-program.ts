/**
 * A program of its own: reads audio on stdin and writes cues and progress to stdout. Recognition blocks its process, takes hundreds of
 * megabytes, and ends the process on a damaged model, so it never runs inside the server. It ends with its input.
 */
import { AudioCaptioner } from '../../speech/caption-audio.ts'
import type { SpeechMessage, SpeechOrder } from '../../speech/speech-messages.ts'
import { openDetector, openRecogniser } from './open-recogniser.ts'
import { moonshineTokenFile } from './token-file.ts'

const send = (message: SpeechMessage): void => void process.stdout.write(`${JSON.stringify(message)}\n`)

/** Nobody reads the cues any more. */
process.stdout.on('error', () => process.exit(1))

const openLibrary = async () => {
  try {
    return (await import('sherpa-onnx-node')).default
  } catch {
    return undefined
  }
}

const order: SpeechOrder = JSON.parse(process.argv[2] ?? '')
const library = await openLibrary()
if (!library) {
  send({ kind: 'failed', sentence: 'Automatic captions do not run on this system: its library for speech has no build for it.' })
} else {
  const tokens = order.model.tokens ?? (await moonshineTokenFile(order.cacheFolder))
  const recogniser = openRecogniser(library, order.model, tokens, order.language)
  const captioner = new AudioCaptioner(openDetector(library, order.detector), recogniser, send)
  send({ kind: 'ready' })
  for await (const bytes of process.stdin) captioner.add(bytes)
  send({ kind: 'done', ...captioner.finish() })
}
