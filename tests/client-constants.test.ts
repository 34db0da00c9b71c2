import { outputFormats } from '@video-forge/contract/rules/formats'
import { importRules, importVisibilities, subfolderUses } from '@video-forge/contract/rules/import-rules'
import { limits } from '@video-forge/contract/rules/limits'
import { uploadTypeOf as typeOfContract } from '@video-forge/contract/rules/upload-rules'
import { sentences } from '@video-forge/contract/sentences'
import { expect, test } from 'vitest'
import { formatNames } from '../cli/src/commands/formats.js'
import { maxBeside, skippedFolders } from '../cli/src/commands/import-files.js'
import * as importing from '../cli/src/commands/import-folder.js'
import { otherEndings, unsupportedFormat } from '../cli/src/commands/import-formats.js'
import { messages } from '../client/src/api-error.js'
import { uploadTypeOf } from '../client/src/upload/upload-type.js'
import * as others from '../server/src/imports/readers/other-videos.ts'
import * as folders from '../server/src/imports/readers/skipped-folders.ts'

/** The client is published without the contract, so the few values it needs are written twice. */
test('what the client and the command line repeat is what the contract says', () => {
  expect([messages.noResponse, messages.invalidResponse, messages.status(502)]).toEqual([
    sentences.networkError,
    sentences.invalidResponse,
    sentences.httpError(502),
  ])
  for (const name of ['a.mp4', 'A.MP4', 'b.m4v', 'c.mov', 'd.qt', 'e.avi', 'f.mkv', 'g.webm']) {
    expect(uploadTypeOf(name)).toBe(typeOfContract({ name, type: '' }))
  }
  expect(formatNames).toEqual(outputFormats)
  expect([importing.visibilities, importing.subfolderUses, maxBeside]).toEqual([importVisibilities, subfolderUses, importRules.maxBeside])
  expect([otherEndings, skippedFolders, unsupportedFormat('a.wmv')]).toEqual([
    others.otherEndings,
    folders.skippedFolders,
    others.unsupportedFormat('a.wmv'),
  ])
  expect(limits.titleMaxLength).toBe(100)
})
