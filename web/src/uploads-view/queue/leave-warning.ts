const preventUnload = (event: Event) => event.preventDefault()

/** Asks before the tab closes or reloads. Navigating within the product needs no warning: the upload continues. */
export function warnBeforeLeaving(isActive: boolean): void {
  if (isActive) window.addEventListener('beforeunload', preventUnload)
  else window.removeEventListener('beforeunload', preventUnload)
}
