/** Saves a file as a browser download. */
export function saveFile({ filename, content }: { filename: string; content: Blob }): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = filename
  link.click()
  // The browser reads the address after this function returns.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
