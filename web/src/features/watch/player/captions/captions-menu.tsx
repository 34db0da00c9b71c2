import { Captions as CaptionsIcon } from 'lucide-react'
import { ChoiceMenu } from '../../../../ui/overlays/choice-menu.tsx'
import { controlClass } from '../controls/control-button.tsx'
import type { Captions } from './use-captions.ts'

const off = 'off'

/** Only where a video has captions. */
export function CaptionsMenu({ captions, onOpenChange }: { captions: Captions; onOpenChange: (isOpen: boolean) => void }) {
  const { list, shown, choose } = captions
  if (list.length === 0) return null
  return (
    <ChoiceMenu
      label="Captions"
      side="top"
      value={shown?.id ?? off}
      options={[{ value: off, name: 'Off' }, ...list.map(({ id, label }) => ({ value: id, name: label }))]}
      onValueChange={(id) => choose(list.find((caption) => caption.id === id))}
      onOpenChange={onOpenChange}
      trigger={
        <button type="button" aria-label={`Captions: ${shown?.label ?? 'off'}`} className={controlClass}>
          <CaptionsIcon aria-hidden="true" className={shown ? 'size-5' : 'size-5 opacity-70'} />
          {shown && <span className="absolute inset-x-3 bottom-1.5 h-0.5 rounded-full bg-ember forced-colors:bg-[Highlight]" />}
        </button>
      }
    />
  )
}
