import { expect, test } from 'vitest'
import { newId } from '../database/new-id.ts'
import { jobFolderName, parseFolderName, partFolderName, temporaryFolderName } from './scratch-names.ts'

test('every name is read back as what it was made for', () => {
  const jobId = newId()
  const { pid } = process
  expect(parseFolderName(jobFolderName(jobId, 2))).toEqual({ folder: { kind: 'job', jobId, attempt: 2 }, pid })
  expect(parseFolderName(partFolderName(jobId, 7, 3))).toEqual({ folder: { kind: 'part', jobId, partNumber: 7, leaseNumber: 3 }, pid })
  for (const purpose of ['source', 'plan', 'inspect'] as const) {
    expect(parseFolderName(temporaryFolderName(purpose))).toEqual({ folder: { kind: 'temporary' }, pid })
  }
  expect(parseFolderName('something else')).toEqual({ folder: { kind: 'temporary' }, pid: Number.NaN })
})
