/** Puts the focus into the field that has to be corrected. */
export function focusField(form: HTMLFormElement, name: string): void {
  const field = form.elements.namedItem(name)
  if (field instanceof HTMLElement) field.focus()
}
