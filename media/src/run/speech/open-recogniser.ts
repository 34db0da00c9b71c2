import type { SpeechLibrary } from 'sherpa-onnx-node'
import { windowSamples } from '../../speech/caption-audio.ts'
import type { SpeechDetector } from '../../speech/cut-utterances.ts'
import { type ModelFiles, maxTokensPerSecond, type SpeechModel } from '../../speech/models/speech-model.ts'
import type { Recogniser } from '../../speech/recognise-utterance.ts'
import { speechRate } from '../../speech/speech-rate.ts'

/** One thread: captions are made beside everything else, and two threads need more CPU time for the same text. */
const frugal = { numThreads: 1, provider: 'cpu', debug: 0 }

/** Loads a model. A damaged one ends the process. */
export function openRecogniser(library: SpeechLibrary, model: SpeechModel, tokens: string, language: string | undefined): Recogniser {
  const recognizer = new library.OfflineRecognizer({
    featConfig: { sampleRate: speechRate, featureDim: 80 },
    modelConfig: { ...frugal, ...filesFor(model.files, language), tokens },
  })
  return {
    maxTokensPerSecond: maxTokensPerSecond(model),
    recognise: (samples) => {
      const stream = recognizer.createStream()
      stream.acceptWaveform({ samples, sampleRate: speechRate })
      recognizer.decode(stream)
      const { text, tokens: said, lang } = recognizer.getResult(stream)
      return { text, tokenCount: said.length, language: lang.replaceAll(/[<|>]/g, '') || undefined }
    },
  }
}

function filesFor({ kind, ...files }: ModelFiles, language: string | undefined): object {
  if (kind === 'moonshine') return { moonshine: files }
  if (kind === 'whisper') return { whisper: { ...files, language: language ?? '', task: 'transcribe', tailPaddings: -1 } }
  return { senseVoice: { ...files, language: language ?? 'auto', useInverseTextNormalization: 1 } }
}

/** After this many seconds without a pause the detector becomes strict and takes the next short one. */
const strictAfterSeconds = 8

export function openDetector(library: SpeechLibrary, model: string): SpeechDetector {
  const silero = {
    model,
    threshold: 0.5,
    minSilenceDuration: 0.35,
    minSpeechDuration: 0.2,
    maxSpeechDuration: strictAfterSeconds,
    windowSize: windowSamples,
  }
  const detector = new library.Vad({ sileroVad: silero, sampleRate: speechRate, ...frugal }, 60)
  return {
    accept: (window) => detector.acceptWaveform(window),
    isSpeech: () => detector.isDetected(),
    flush: () => detector.flush(),
    take: () => {
      if (detector.isEmpty()) return undefined
      const { start, samples } = detector.front(false)
      detector.pop()
      return { from: start, to: start + samples.length }
    },
  }
}
