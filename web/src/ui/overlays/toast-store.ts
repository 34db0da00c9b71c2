export interface Toast {
  id: number
  tone: 'good' | 'bad'
  text: string
  /** Announced at once, and shown longer. */
  urgent: boolean
  /** What can be done about it, for instance undone. */
  action: ToastAction | undefined
}

interface ToastAction {
  name: string
  run: () => void
}

/** Long enough to read. Urgent ones come with a change of page; bad ones stay until they are dismissed. */
const goodToastMs = 5000
const urgentToastMs = 10_000

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

/** Shows a message in the corner. It stays across navigations. */
export function showToast(
  tone: Toast['tone'],
  text: string,
  { urgent = false, action }: { urgent?: boolean; action?: ToastAction } = {},
): void {
  const id = nextId++
  change([...toasts.slice(-2), { id, tone, text, urgent, action }])
  if (tone === 'good') setTimeout(() => dismissToast(id), urgent || action ? urgentToastMs : goodToastMs)
}
