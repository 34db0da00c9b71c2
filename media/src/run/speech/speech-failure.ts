import type { ProgramFailure } from '../ffmpeg/run-program.ts'

/** Whether a retry can help: only after `crashed`, `killed`, `stuck` and `unreadable`. */
export type SpeechFailureCause = 'no-audio' | 'unreadable' | 'cannot-start' | 'bad-model' | 'memory-limit' | 'crashed' | 'killed' | 'stuck'

const sentences: Record<SpeechFailureCause, string> = {
  'no-audio': 'The video has no sound to make captions from.',
  unreadable: 'The sound of the video could not be read, so there are no captions.',
  'cannot-start': 'Speech recognition could not be started.',
  'bad-model': 'The speech model could not be loaded: its files are damaged or of a kind that is not supported.',
  'memory-limit': 'Speech recognition needs more memory than it may use.',
  crashed: 'Speech recognition ended unexpectedly.',
  killed: 'The system stopped speech recognition, perhaps because memory ran out.',
  stuck: 'Speech recognition made no progress and was stopped.',
}

/** Why there are no captions, with a sentence for people. */
export class SpeechFailure extends Error {
  readonly failure: SpeechFailureCause
  /** The last messages of the program, for the log. */
  readonly detail: string
  constructor(failure: SpeechFailureCause, program?: ProgramFailure, sentence: string = sentences[failure]) {
    super(sentence)
    this.name = 'SpeechFailure'
    this.failure = failure
    this.detail = program?.detail ?? ''
  }
}

/** The library does not report a model that it cannot load, it ends the process. */
export function speechFailureOf(program: ProgramFailure, isReady: boolean): SpeechFailure {
  const { failure } = program
  if (failure === 'stuck' || failure === 'time-limit') return new SpeechFailure('stuck', program)
  if (failure === 'killed') return new SpeechFailure('killed', program)
  if (failure === 'cannot-start') return new SpeechFailure('cannot-start', program)
  if (failure === 'memory-limit' || /bad_alloc|heap out of memory/.test(program.messages)) return new SpeechFailure('memory-limit', program)
  return new SpeechFailure(isReady ? 'crashed' : 'bad-model', program)
}
