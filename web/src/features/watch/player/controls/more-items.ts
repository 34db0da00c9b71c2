import { Airplay, Keyboard, Link, PictureInPicture2, Repeat } from 'lucide-react'
import { formatDuration } from '../../../../format/duration.ts'
import { copyText } from '../../share/copy-text.ts'
import { hasPictureInPicture } from '../screen/picture-in-picture.ts'
import { addressAt } from '../start-time.ts'
import type { Controls } from '../use-controls.ts'
import type { Player, PlayerOptions } from '../use-player.ts'
import type { MoreItem } from './more-menu.tsx'

interface MoreItemsOptions {
  player: Player
  controls: Controls
  options: PlayerOptions
  /** There is no space for buttons of their own. */
  isNarrow: boolean
}

/** The entries of the menu, from what is used most. */
export function moreItems({ player, controls, options: { video, link }, isNarrow }: MoreItemsOptions): MoreItem[] {
  const copyLink = async () => {
    const seconds = player.element.current?.currentTime ?? 0
    const isCopied = await copyText(addressAt({ id: video.id, link }, seconds))
    controls.show({ text: isCopied ? `Link copied at ${formatDuration(seconds)}` : 'The link could not be copied' })
  }
  const views: MoreItem[] = []
  if (isNarrow && hasPictureInPicture())
    views.push({ name: 'Picture in picture', icon: PictureInPicture2, onSelect: () => controls.run({ kind: 'pictureInPicture' }) })
  if (isNarrow && player.showScreens) views.push({ name: 'AirPlay', icon: Airplay, onSelect: player.showScreens })
  return [
    { name: 'Copy link at this time', icon: Link, onSelect: () => void copyLink() },
    { name: 'Loop', icon: Repeat, isChecked: controls.loop.isOn, onSelect: controls.loop.toggle },
    ...views,
    { name: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => controls.setHelpOpen(true) },
  ]
}
