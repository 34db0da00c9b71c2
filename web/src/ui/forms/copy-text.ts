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

/** Copies text that is in no field. */
export async function copyText(text: string): Promise<boolean> {
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'sr-only'
  // What fills the screen may be the only part that can be selected.
  const place = document.fullscreenElement ?? document.body
  place.append(field)
  const isCopied = await copyFieldText(field)
  field.remove()
  return isCopied
}
