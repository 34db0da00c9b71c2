import type { LucideIcon } from 'lucide-react'

interface MenuAction {
  name: string
  icon: LucideIcon
  /** For what is switched on or off. */
  isChecked?: boolean
  onSelect: () => void
}

/** Actions, or one of several options. */
export type MenuSection =
  | { kind: 'actions'; actions: readonly MenuAction[] }
  | {
      kind: 'choice'
      label: string
      value: string | undefined
      options: readonly { value: string; name: string; hint?: string }[]
      onChoose: (value: string) => void
    }
