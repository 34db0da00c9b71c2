/** Puts what a field holds on the clipboard; the newer way is there only on secure addresses, the older one everywhere. */
export async function copyFieldText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand?.('copy') ?? false
  }
}
