import { controlClass } from '../controls/control-button.tsx'
import { speedName, speedOptions } from '../controls/speeds.ts'
import { MenuButton } from './menu-button.tsx'
import type { MenuSection } from './menu-sections.ts'

export interface SpeedChoice {
  speed: number
  onChoose: (speed: number) => void
}

export const speedSection = ({ speed, onChoose }: SpeedChoice): MenuSection => ({
  kind: 'choice',
  label: 'Speed',
  value: String(speed),
  options: speedOptions,
  onChoose: (value) => onChoose(Number(value)),
})

export const SpeedMenu = ({ onOpenChange, ...choice }: SpeedChoice & { onOpenChange: (isOpen: boolean) => void }) => (
  <MenuButton
    name={`Speed: ${speedName(choice.speed)}`}
    className={`${controlClass} px-2 font-medium text-13 tabular-nums`}
    sections={[speedSection(choice)]}
    onOpenChange={onOpenChange}
  >
    {choice.speed}×
  </MenuButton>
)
