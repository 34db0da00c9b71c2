import { chooseLanguage } from '@video-forge/contract/captions/caption-choice'
import { decodeCaptions } from '@video-forge/contract/captions/decode-captions'
import type { ReceivedFile } from '@video-forge/contract/endpoint'
import { Failure } from '@video-forge/contract/errors'

interface FileQuery {
  language?: string | undefined
  label?: string | undefined
  isDefault?: 'true' | 'false' | undefined
}

/** What the address says about a caption file that is sent as the body. */
export function fileWish({ language, label, isDefault }: FileQuery) {
  if (!language) throw new Failure('INVALID_INPUT', chooseLanguage, { details: [{ field: 'language', message: chooseLanguage }] })
  return { language, label, isDefault: isDefault === 'true' }
}

/** The text of a caption file in any usual encoding. No more than is allowed is read. */
export async function readText({ chunks }: ReceivedFile): Promise<string> {
  const read: Uint8Array[] = []
  for await (const chunk of chunks) read.push(chunk)
  return decodeCaptions(Buffer.concat(read))
}
