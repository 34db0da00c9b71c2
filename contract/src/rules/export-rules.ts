/** `outdated`: a file of it was deleted or replaced, so the archive cannot be sent to its end any more. */
export const exportStatuses = ['preparing', 'ready', 'outdated', 'failed'] as const

export const exportRules = {
  /** Of one person. */
  maxKept: 3,
  /** Its links may be opened as long: another site fetches thousands of files by one of them. */
  keptDays: 7,
} as const

export const exportSentences = {
  outdated: 'A file of this export was deleted, replaced or given to somebody else since. Please start a new export.',
  underway: 'An export is being prepared already. Wait for it, or delete it.',
  tooMany: `You have ${exportRules.maxKept} exports. Delete one of them first.`,
} as const
