const ask = (event: Event) => event.preventDefault()

/** Asks before the tab closes or reloads. Going to another page of the product needs no warning: an upload goes on there. */
export function warnBeforeLeaving(isActive: boolean): void {
  if (isActive) window.addEventListener('beforeunload', ask)
  else window.removeEventListener('beforeunload', ask)
}
