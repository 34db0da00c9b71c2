import { useState } from 'react'

/** Which videos are meant: some of those that are shown, or all that match, also on other pages. */
export interface BulkSelection {
  ids: readonly string[]
  isEverything: boolean
  count: number
}

/** The selection in a list. What is not shown any more does not count, unless everything is selected. */
export function useBulkSelection(shown: readonly { id: string }[], total: number, onChange?: (ids: ReadonlySet<string>) => void) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [isEverything, setIsEverything] = useState(false)
  const ids = isEverything ? shown.map(({ id }) => id) : shown.map(({ id }) => id).filter((id) => chosen.has(id))
  const choose = (next: ReadonlySet<string>) => {
    setChosen(next)
    setIsEverything(false)
    onChange?.(next)
  }
  const selection: BulkSelection = { ids, isEverything, count: isEverything ? total : ids.length }
  return {
    selection,
    isSelected: (id: string) => ids.includes(id),
    select: (id: string, isSelected: boolean) => {
      const next = new Set(ids)
      if (isSelected) next.add(id)
      else next.delete(id)
      choose(next)
    },
    selectShown: (isOn: boolean) => choose(new Set(isOn ? shown.map(({ id }) => id) : [])),
    selectEverything: () => setIsEverything(true),
    clear: () => choose(new Set()),
  }
}
