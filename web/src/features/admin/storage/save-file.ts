import type { ReceivedFile } from '../../../api/send.ts'

/** Saves a received file as a browser download. */
export function saveFile({ filename, content }: ReceivedFile): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser reads the address after this function returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
