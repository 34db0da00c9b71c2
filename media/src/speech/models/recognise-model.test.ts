import { expect, it } from 'vitest'
import { readSpeechMessage } from '../speech-messages.ts'
import { recogniseModel } from './recognise-model.ts'
import { tokenLines } from './token-lines.ts'

const model = (name: string, ...files: string[]) => recogniseModel({ name, files })

it('knows the models of sherpa-onnx by their files, and prefers small ones', () => {
  expect(model('mine', 'encoder_model.onnx', 'decoder_model_merged.onnx')).toMatchObject({
    name: 'Moonshine',
    tokens: undefined,
    languages: ['en'],
  })
  expect(
    model('sherpa-onnx-moonshine-base-es-quantized-2026-02-27', 'encoder_model.ort', 'decoder_model_merged.ort', 'tokens.txt'),
  ).toMatchObject({ tokens: 'tokens.txt', languages: ['es'] })
  expect(
    model('x', 'preprocess.onnx', 'encode.int8.onnx', 'uncached_decode.int8.onnx', 'cached_decode.int8.onnx', 'tokens.txt'),
  ).toMatchObject({ files: { kind: 'moonshine', preprocessor: 'preprocess.onnx', cachedDecoder: 'cached_decode.int8.onnx' } })
  const sizes = ['small-encoder.onnx', 'small-encoder.int8.onnx', 'small-decoder.onnx', 'small-decoder.int8.onnx', 'small-tokens.txt']
  const whisper = model('w', ...sizes)
  expect(whisper).toMatchObject({
    name: 'Whisper small',
    files: { encoder: 'small-encoder.int8.onnx', decoder: 'small-decoder.int8.onnx' },
  })
  expect(whisper).toMatchObject({ tokens: 'small-tokens.txt', languages: expect.arrayContaining(['en', 'de', 'jw']) })
  expect(model('w', 'tiny.en-encoder.onnx', 'tiny.en-decoder.onnx', 'tiny.en-tokens.txt')).toMatchObject({ languages: ['en'] })
  expect(model('s', 'model.int8.onnx', 'model.onnx', 'tokens.txt')).toMatchObject({
    files: { kind: 'sense-voice', model: 'model.int8.onnx' },
  })
})

it('says what is missing in a folder', () => {
  expect(model('empty', 'README.md')).toContain('no file in it ends with .onnx')
  expect(model('w', 'base-encoder.onnx', 'base-tokens.txt')).toContain('base-decoder.onnx is missing')
  expect(model('w', 'base-encoder.onnx', 'base-decoder.onnx')).toContain('without its tokens.txt')
  expect(model('m', 'preprocess.onnx', 'encode.onnx', 'tokens.txt')).toContain('incomplete Moonshine model')
  expect(model('other', 'joiner.onnx', 'tokens.txt')).toContain('unknown kind')
})

it('writes a vocabulary as bytes, with a line for every id', () => {
  const lines = tokenLines(['<unk>', '<s>', '</s>', '<0x0A>', '▁the', '<0xG>']).split('\n')
  expect(lines.slice(0, 7)).toEqual([' 0', ' 1', ' 2', 'Cg== 3', '4paBdGhl 4', 'PDB4Rz4= 5', ' 6'])
  expect(lines).toHaveLength(32_769)
})

it('reads only messages of ours', () => {
  const cue = { start: 1, end: 2, text: 'Hello' }
  expect(readSpeechMessage(JSON.stringify({ kind: 'cue', cue }))).toEqual({ kind: 'cue', cue })
  expect(readSpeechMessage('{"kind":"done","seconds":3,"language":"de"}')).toEqual({ kind: 'done', seconds: 3, language: 'de' })
  for (const line of ['', 'loading', '{', 'null', '{"kind":"cue","cue":{"start":"1"}}', '{"kind":"progress"}', '{"kind":"other"}'])
    expect(readSpeechMessage(line)).toBeUndefined()
})
