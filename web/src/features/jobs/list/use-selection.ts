import { useState } from 'react'

/** Which of the given entries are selected. One that can no longer be selected, or is gone, does not count. */
export function useSelection<Entry extends { id: string }>(selectable: readonly Entry[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const selected = selectable.filter(({ id }) => ids.has(id))
  return {
    selected,
    selectableCount: selectable.length,
    isSelected: (id: string) => selected.some((entry) => entry.id === id),
    select: (id: string, isSelected: boolean) => {
      const next = new Set(ids)
      if (isSelected) next.add(id)
      else next.delete(id)
      setIds(next)
    },
    selectAll: (isOn: boolean) => setIds(new Set(isOn ? selectable.map(({ id }) => id) : [])),
  }
}
