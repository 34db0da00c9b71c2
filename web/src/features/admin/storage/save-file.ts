import type { ReceivedFile } from '../../../api/send.ts'

/** Hands a received file to the browser's downloads. */
export function saveFile({ filename, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // Not at once: the browser reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
