/** Work of a person that takes long and goes on without them. */
export const taskKinds = ['import', 'bulk', 'export'] as const
export type TaskKindName = (typeof taskKinds)[number]

/** `listing` while it is still being found out what there is to do. */
export const taskStatuses = ['listing', 'running', 'completed', 'failed', 'cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export const taskItemStatuses = ['waiting', 'running', 'done', 'skipped', 'failed'] as const
export type TaskItemStatus = (typeof taskItemStatuses)[number]

export const taskRules = {
  /** Of one person, at once. They run one after the other, for each kind. */
  maxOpen: 20,
  maxItems: 100_000,
  /** How long the report of an ended one is kept. */
  keptDays: 90,
} as const

export const hasEnded = (status: TaskStatus): boolean => status !== 'listing' && status !== 'running'
