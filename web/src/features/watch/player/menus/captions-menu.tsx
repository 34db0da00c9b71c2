import { Captions as CaptionsIcon } from 'lucide-react'
import type { Captions } from '../captions/use-captions.ts'
import { controlClass } from '../controls/control-button.tsx'
import { MenuButton } from './menu-button.tsx'

const off = { value: 'off', name: 'Off' }

/** Only where a video has captions. */
export function CaptionsMenu({ captions, onOpenChange }: { captions: Captions; onOpenChange: (isOpen: boolean) => void }) {
  const { list, shown, choose } = captions
  if (list.length === 0) return null
  return (
    <MenuButton
      name={`Captions: ${shown?.label ?? 'off'}`}
      className={controlClass}
      sections={[
        {
          kind: 'choice',
          label: 'Captions',
          value: shown?.id ?? off.value,
          options: [off, ...list.map(({ id, label }) => ({ value: id, name: label }))],
          onChoose: (id) => choose(list.find((caption) => caption.id === id)),
        },
      ]}
      onOpenChange={onOpenChange}
    >
      <CaptionsIcon aria-hidden="true" className="size-5" />
      {shown && <span className="absolute inset-x-3 bottom-1.5 h-0.5 rounded-full bg-ember forced-colors:bg-[Highlight]" />}
    </MenuButton>
  )
}
