import { Airplay, EllipsisVertical, Keyboard, Link, PictureInPicture2, Repeat } from 'lucide-react'
import { formatDuration } from '../../../../format/duration.ts'
import { copyText } from '../../../../ui/forms/copy-text.ts'
import { addressAt } from '../../../../videos-view/start-time.ts'
import { controlClass } from '../controls/control-button.tsx'
import { hasPictureInPicture } from '../screen/picture-in-picture.ts'
import type { Controls } from '../use-controls.ts'
import type { Player, PlayerOptions } from '../use-player.ts'
import { MenuButton } from './menu-button.tsx'
import type { MenuSection } from './menu-sections.ts'
import { type SpeedChoice, speedSection } from './speed-menu.tsx'

interface MoreMenuProps {
  player: Player
  controls: Controls
  options: PlayerOptions
  speed: SpeedChoice
  /** There is no space for buttons of their own. */
  isNarrow: boolean
}

const name = 'More'

/** The controls that are used less often, and those for which there is no space. */
export const MoreMenu = (props: MoreMenuProps) => (
  <MenuButton
    name={name}
    className={controlClass}
    sections={[actionsOf(props), ...(props.isNarrow ? [speedSection(props.speed)] : [])]}
    onOpenChange={props.controls.onMenu}
  >
    <EllipsisVertical aria-hidden="true" className="size-5" />
  </MenuButton>
)

/** The item of the menu is gone when the dialog closes, so the focus returns to the menu's button. */
const moreButton = ({ frame }: Controls): HTMLElement | null => frame.current?.querySelector<HTMLElement>(`[aria-label="${name}"]`) ?? null

function actionsOf({ player, controls, options: { video, link }, isNarrow }: MoreMenuProps): MenuSection {
  const copyLink = async () => {
    const seconds = player.element.current?.currentTime ?? 0
    const isCopied = await copyText(addressAt({ id: video.id, link }, seconds))
    controls.show({ text: isCopied ? `Link copied at ${formatDuration(seconds)}` : 'The link could not be copied' })
  }
  const pictureInPicture = {
    name: 'Picture in picture',
    icon: PictureInPicture2,
    onSelect: () => controls.run({ kind: 'pictureInPicture' }),
  }
  return {
    kind: 'actions',
    actions: [
      { name: 'Copy link at this time', icon: Link, onSelect: () => void copyLink() },
      { name: 'Loop', icon: Repeat, isChecked: controls.loop.isOn, onSelect: controls.loop.toggle },
      ...(isNarrow && hasPictureInPicture() ? [pictureInPicture] : []),
      ...(isNarrow && player.showScreens ? [{ name: 'AirPlay', icon: Airplay, onSelect: player.showScreens }] : []),
      { name: 'Keyboard shortcuts', icon: Keyboard, onSelect: () => controls.showHelp(moreButton(controls)) },
    ],
  }
}
