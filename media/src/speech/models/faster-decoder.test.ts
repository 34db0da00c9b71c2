import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { bundledModel } from '../../run/speech/bundled-model.ts'
import { fasterDecoder } from './faster-decoder.ts'
import { bytesField, fieldsOf, numberField } from './protobuf.ts'

describe('a protobuf message', () => {
  it('is read as it was written, with numbers and lengths of several bytes', () => {
    const message = Buffer.concat([numberField(1, 300), bytesField(2, 'x'.repeat(200)), bytesField(20, 'text'), numberField(3, 2 ** 40)])
    const fields = [...fieldsOf(message)]
    expect(fields.map(({ number }) => number)).toEqual([1, 2, 20, 3])
    expect(fields.map(({ content }) => content?.length)).toEqual([undefined, 200, 4, undefined])
    expect(Buffer.concat(fields.map(({ whole }) => whole))).toEqual(message)
  })

  it('is refused when it is cut off or none', () => {
    expect(() => [...fieldsOf(bytesField(2, 'text').subarray(0, 4))]).toThrow(RangeError)
    expect(() => [...fieldsOf(Uint8Array.of(0x80))]).toThrow(RangeError)
    expect(() => [...fieldsOf(Uint8Array.of(0x0f))]).toThrow(RangeError)
  })
})

it('makes the decoder of the bundled model multiply integers, and leaves the weights', async () => {
  const { files } = await bundledModel()
  if (!('mergedDecoder' in files)) throw new Error('the bundled model has other files')
  const original = await readFile(files.mergedDecoder)
  const faster = fasterDecoder(original)
  expect(Math.abs((faster?.length ?? 0) - original.length)).toBeLessThan(1000)
  expect(Buffer.from(faster ?? []).includes('vf_product_scale')).toBe(true)
  // The same once more would find nothing to change.
  expect(fasterDecoder(faster ?? new Uint8Array())).toBeUndefined()
})

it('leaves a model of another form alone', () => {
  expect(fasterDecoder(Buffer.from('no model at all'))).toBeUndefined()
  expect(fasterDecoder(bytesField(7, bytesField(1, bytesField(4, 'If'))))).toBeUndefined()
  expect(fasterDecoder(new Uint8Array())).toBeUndefined()
})
