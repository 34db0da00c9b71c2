/** Copies the text of a field. The clipboard API exists only on secure origins; the old command works everywhere. */
export async function copyFieldText(field: HTMLInputElement | HTMLTextAreaElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(field.value)
    return true
  } catch {
    field.select()
    return document.execCommand?.('copy') ?? false
  }
}
