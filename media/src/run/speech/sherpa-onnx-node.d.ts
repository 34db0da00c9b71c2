/** What we use of the library, which has no types of its own. */
declare module 'sherpa-onnx-node' {
  interface OfflineStream {
    acceptWaveform(wave: { samples: Float32Array; sampleRate: number }): void
  }
  class OfflineRecognizer {
    constructor(config: object)
    createStream(): OfflineStream
    decode(stream: OfflineStream): void
    getResult(stream: OfflineStream): { text: string; tokens: string[]; lang: string }
  }
  class Vad {
    constructor(config: object, bufferSizeInSeconds: number)
    acceptWaveform(samples: Float32Array): void
    isEmpty(): boolean
    isDetected(): boolean
    /** With external buffers the samples would stay outside of the heap until they are collected. */
    front(enableExternalBuffer: boolean): { start: number; samples: Float32Array }
    pop(): void
    flush(): void
  }
  const library: { OfflineRecognizer: typeof OfflineRecognizer; Vad: typeof Vad }
  export type SpeechLibrary = typeof library
  export default library
}
