/** What a key does in the text of a caption. */
export type EditorCommand = 'next' | 'previous' | 'following' | 'split' | 'join' | 'play' | 'undo' | 'redo' | 'add' | 'remove' | 'leave'

interface Press {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** `isAtStart`: the caret is before the first letter, and nothing is selected. */
export function editorCommand({ key, ctrlKey, metaKey, altKey, shiftKey }: Press, isAtStart: boolean): EditorCommand | undefined {
  const isControl = ctrlKey || metaKey
  if (key === 'Escape') return 'leave'
  if (altKey && !isControl) {
    if (key === 'ArrowUp') return 'previous'
    if (key === 'ArrowDown') return 'following'
    return key === 'Enter' ? 'add' : undefined
  }
  // AltGr, which writes letters, is both.
  if (altKey) return undefined
  if (key === 'Enter') return isControl ? 'split' : shiftKey ? undefined : 'next'
  if (!isControl) return undefined
  if (key === 'Backspace') return shiftKey ? 'remove' : isAtStart ? 'join' : undefined
  if (key === ' ') return 'play'
  if (key.toLowerCase() === 'z') return shiftKey ? 'redo' : 'undo'
  return key.toLowerCase() === 'y' ? 'redo' : undefined
}

/** The keys as listed in the help. */
export const editorKeyList: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['Enter'], does: 'Save and go to the next caption' },
  { keys: ['Shift', 'Enter'], does: 'New line' },
  { keys: ['Alt', '↑ ↓'], does: 'Caption before or after' },
  { keys: ['Ctrl', 'Space'], does: 'Play this caption' },
  { keys: ['Ctrl', 'Enter'], does: 'Split at the caret' },
  { keys: ['Ctrl', 'Backspace'], does: 'At the start: join with the one before' },
  { keys: ['Alt', 'Enter'], does: 'Add a caption after this one' },
  { keys: ['Ctrl', 'Shift', 'Backspace'], does: 'Delete this caption' },
  { keys: ['Ctrl', 'Z'], does: 'Undo' },
  { keys: ['Ctrl', 'Shift', 'Z'], does: 'Redo' },
  { keys: ['↑ ↓'], does: 'In a time: 0.1 seconds later or earlier' },
  { keys: ['Esc'], does: 'Save and leave' },
]
