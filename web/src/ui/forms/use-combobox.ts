import { type FocusEvent, type KeyboardEvent, useId, useState } from 'react'

interface ComboboxOptions {
  /** How many options the list has. */
  count: number
  onChoose: (index: number) => void
}

/**
 * The keyboard and the names of a text field with a list of suggestions, as in the combobox pattern of WAI-ARIA: the focus stays in the field, arrows
 * move through the list, Enter chooses, Escape closes it. Without a marked option, Enter does what it does without the list.
 */
export function useCombobox({ count, onChoose }: ComboboxOptions) {
  const listId = useId()
  const [isWanted, setWanted] = useState(false)
  const [marked, setMarked] = useState(-1)
  const isOpen = isWanted && count > 0
  const active = isOpen && marked < count ? marked : -1
  const optionId = (index: number) => `${listId}-${index}`

  const close = () => {
    setWanted(false)
    setMarked(-1)
  }
  const choose = (index: number) => {
    close()
    onChoose(index)
  }
  /** From one end of the list to the other by way of the field itself. */
  const move = (step: 1 | -1) => {
    setWanted(true)
    setMarked(((active + 1 + step + count + 1) % (count + 1)) - 1)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // A key that ends the input of a Japanese or Chinese word is not ours.
    if (event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (count > 0) move(event.key === 'ArrowDown' ? 1 : -1)
    } else if (event.key === 'Enter' && active >= 0) choose(active)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
  }

  return {
    isOpen,
    open: () => setWanted(true),
    close,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': isOpen,
      'aria-controls': listId,
      'aria-activedescendant': active >= 0 ? optionId(active) : undefined,
      autoComplete: 'off',
      onKeyDown,
      onBlur: (_event: FocusEvent) => close(),
    },
    list: { id: listId, active, optionId, onChoose: choose, onMark: setMarked },
  } as const
}

export type ComboboxList = ReturnType<typeof useCombobox>['list']
