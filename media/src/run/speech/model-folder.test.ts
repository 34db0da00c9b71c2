import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { clipFolder } from '../../testing/clips.ts'
import { bundledModel } from './bundled-model.ts'
import { readModelFolder, UnusableModel } from './model-folder.ts'

const parent = clipFolder()

async function folderWith(name: string, files: Record<string, string>): Promise<string> {
  const folder = parent.path(name)
  await mkdir(folder)
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, file), content)
  return folder
}

const weights = 'weights '.repeat(1000)

it('finds the English model that comes with the product', async () => {
  expect(await bundledModel()).toMatchObject({ name: 'Moonshine tiny', languages: ['en'], files: { kind: 'moonshine' }, tokens: undefined })
})

it('reads a folder with whole paths and the size of everything in it', async () => {
  const files = {
    'tiny-encoder.onnx': `${weights}n_mels`,
    'tiny-decoder.onnx': weights,
    'tiny-tokens.txt': 'IQ== 0',
    'tiny-encoder.weights': weights,
  }
  const folder = await folderWith('whisper', files)
  const model = await readModelFolder(folder)
  expect(model.files).toEqual({ kind: 'whisper', encoder: join(folder, 'tiny-encoder.onnx'), decoder: join(folder, 'tiny-decoder.onnx') })
  expect(model.tokens).toBe(join(folder, 'tiny-tokens.txt'))
  expect(model.bytes).toBe(3 * weights.length + 12)
  expect(model.languages).toContain('de')
})

it('explains what the library would abort on', async () => {
  await expect(readModelFolder(parent.path('absent'))).rejects.toThrow('cannot be read')
  const other = await folderWith('other', { 'model.onnx': weights, 'tokens.txt': 'a 0' })
  await expect(readModelFolder(other)).rejects.toThrow('unknown kind')
  const plain = await folderWith('plain', { 'base-encoder.onnx': weights, 'base-decoder.onnx': weights, 'base-tokens.txt': 'IQ== 0' })
  await expect(readModelFolder(plain)).rejects.toThrow('its encoder has no metadata')
  const pointer = await folderWith('pointer', { 'encoder_model.onnx': weights, 'decoder_model_merged.onnx': 'version https://git-lfs' })
  await expect(readModelFolder(pointer)).rejects.toThrow('decoder_model_merged.onnx is not a model')
  await expect(readModelFolder(pointer)).rejects.toBeInstanceOf(UnusableModel)
})

it('takes a folder of SenseVoice by its tokens', async () => {
  const folder = await folderWith('sense-voice', { 'model.int8.onnx': weights, 'tokens.txt': '<|zh|> 0\n<|en|> 1' })
  expect(await readModelFolder(folder)).toMatchObject({ name: 'SenseVoice', languages: ['zh', 'en', 'ja', 'ko', 'yue'] })
})
