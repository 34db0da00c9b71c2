export type PictureRefusalCause = 'empty' | 'not-a-picture' | 'damaged' | 'too-many-pixels' | 'took-too-long'

const sentences: Record<PictureRefusalCause, string> = {
  empty: 'The picture is empty.',
  'not-a-picture': 'The file is not a JPEG, PNG or WebP picture.',
  damaged: 'The picture is damaged and cannot be read.',
  'too-many-pixels': 'The picture is too large. Use one with at most 50 megapixels.',
  'took-too-long': 'Reading the picture took too long and was stopped.',
}

/** Thrown for a picture that cannot or must not be used. The message is for people. */
export class PictureRefusal extends Error {
  readonly refusal: PictureRefusalCause
  constructor(refusal: PictureRefusalCause) {
    super(sentences[refusal])
    this.name = 'PictureRefusal'
    this.refusal = refusal
  }
}
