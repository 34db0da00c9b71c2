import { type ComponentType, useEffect, useState } from 'react'
import type { Controls } from '../use-controls.ts'
import type { KeyboardDialogProps } from './keyboard-dialog.tsx'

/** The list of keys. Its code is loaded when someone asks for it. */
export function Help({ controls: { helpOpen, setHelpOpen, helpOpener, shortcuts } }: { controls: Controls }) {
  const [Dialog, setDialog] = useState<ComponentType<KeyboardDialogProps>>()
  useEffect(() => {
    if (!helpOpen || Dialog) return
    import('./keyboard-dialog.tsx').then(
      ({ KeyboardDialog }) => setDialog(() => KeyboardDialog),
      () => setHelpOpen(false),
    )
  }, [helpOpen, Dialog, setHelpOpen])
  if (!Dialog) return null
  return (
    <Dialog
      open={helpOpen}
      onOpenChange={setHelpOpen}
      returnFocusTo={helpOpener}
      hasShortcuts={shortcuts.isOn}
      onShortcutsChange={shortcuts.setIsOn}
    />
  )
}
