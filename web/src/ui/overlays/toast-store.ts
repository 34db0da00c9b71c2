export interface Toast {
  id: number
  tone: 'good' | 'bad'
  text: string
  /** Good news that must not be missed: spoken at once, and it stays longer. */
  urgent: boolean
}

/** Time to read a quiet word, and one that comes with a change of page. A bad one stays until it is put away. */
const goodMilliseconds = 5000
const urgentMilliseconds = 10_000

const listeners = new Set<() => void>()
let toasts: readonly Toast[] = []
let nextId = 1

function change(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

export const currentToasts = (): readonly Toast[] => toasts

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const dismissToast = (id: number): void => change(toasts.filter((toast) => toast.id !== id))

/** Says something in the corner of the page, whatever page is open by then. */
export function showToast(tone: Toast['tone'], text: string, { urgent = false } = {}): void {
  const id = nextId++
  change([...toasts.slice(-2), { id, tone, text, urgent }])
  if (tone === 'good') setTimeout(() => dismissToast(id), urgent ? urgentMilliseconds : goodMilliseconds)
}
