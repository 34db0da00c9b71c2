import type { RefObject } from 'react'
import { Switch } from '../../../../ui/forms/switch.tsx'
import { Dialog } from '../../../../ui/overlays/dialog.tsx'
import { keyList } from './key-list.ts'

const Key = ({ name }: { name: string }) => (
  <kbd className="inline-flex h-6 min-w-6 items-center justify-center rounded-[6px] border border-line bg-sunken px-1.5 font-medium font-sans text-12">
    {name}
  </kbd>
)

export interface KeyboardDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  returnFocusTo: RefObject<HTMLElement | null>
  hasShortcuts: boolean
  onShortcutsChange: (hasShortcuts: boolean) => void
}

export const KeyboardDialog = ({ hasShortcuts, onShortcutsChange, ...dialog }: KeyboardDialogProps) => (
  <Dialog {...dialog} title="Keyboard shortcuts" description="They work anywhere on the video page.">
    <Switch
      label="Use keyboard shortcuts"
      hint="Switch them off if they get in the way of speech input or other tools."
      checked={hasShortcuts}
      onCheckedChange={onShortcutsChange}
    />
    <dl className="flex flex-col divide-y divide-line">
      {keyList.map(({ keys, does }) => (
        <div key={does} className="flex min-h-10 items-center justify-between gap-4">
          <dt className="text-muted">{does}</dt>
          <dd className="flex shrink-0 gap-1.5">
            {keys.map((name) => (
              <Key key={name} name={name} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  </Dialog>
)
