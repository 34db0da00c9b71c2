import type { Caption } from '@video-forge/contract/captions'
import { Captions as CaptionsIcon } from 'lucide-react'
import { isAutomatic } from '../../../../videos-view/captions/is-automatic.ts'
import { backgroundNames, captionBackgrounds, captionSizes, sizeNames } from '../captions/caption-style.ts'
import type { Captions } from '../captions/use-captions.ts'
import { controlClass } from '../controls/control-button.tsx'
import { MenuButton } from './menu-button.tsx'
import type { MenuSection } from './menu-sections.ts'

const off = { value: 'off', name: 'Off' }

const optionOf = (caption: Caption) => ({
  value: caption.id,
  name: caption.label,
  ...(isAutomatic(caption) && { hint: 'Automatic' }),
})

function sectionsOf({ list, shown, choose, style, changeStyle }: Captions): MenuSection[] {
  return [
    {
      kind: 'choice',
      label: 'Captions',
      value: shown?.id ?? off.value,
      options: [off, ...list.map(optionOf)],
      onChoose: (id) => choose(list.find((caption) => caption.id === id)),
    },
    {
      kind: 'choice',
      label: 'Caption size',
      value: style.size,
      options: captionSizes.map((size) => ({ value: size, name: sizeNames[size] })),
      onChoose: (value) => changeStyle({ size: captionSizes.find((size) => size === value) ?? style.size }),
    },
    {
      kind: 'choice',
      label: 'Caption background',
      value: style.background,
      options: captionBackgrounds.map((background) => ({ value: background, name: backgroundNames[background] })),
      onChoose: (value) => changeStyle({ background: captionBackgrounds.find((each) => each === value) ?? style.background }),
    },
  ]
}

/** Only where a video has captions. */
export function CaptionsMenu({ captions, onOpenChange }: { captions: Captions; onOpenChange: (isOpen: boolean) => void }) {
  const { list, shown } = captions
  if (list.length === 0) return null
  return (
    <MenuButton
      name={`Captions: ${shown?.label ?? 'off'}${shown && isAutomatic(shown) ? ', automatic' : ''}`}
      className={controlClass}
      sections={sectionsOf(captions)}
      onOpenChange={onOpenChange}
    >
      <CaptionsIcon aria-hidden="true" className="size-5" />
      {shown && <span className="absolute inset-x-3 bottom-1.5 h-0.5 rounded-full bg-ember forced-colors:bg-[Highlight]" />}
    </MenuButton>
  )
}
