import { useState } from 'react'

/** Pages by cursor. The cursors of the earlier pages are kept, to go back. */
export function useCursorPages() {
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined])
  return {
    page: cursors.length,
    cursor: cursors.at(-1),
    goTo: (page: number, next: string | null | undefined) =>
      setCursors((before) => (page > before.length ? [...before, next ?? undefined] : before.slice(0, Math.max(1, page)))),
    restart: () => setCursors([undefined]),
  }
}
