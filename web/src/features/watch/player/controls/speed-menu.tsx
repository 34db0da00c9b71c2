import { ChoiceMenu } from '../../../../ui/overlays/choice-menu.tsx'
import { controlClass } from './control-button.tsx'
import { speedName, speedOptions } from './speeds.ts'

interface SpeedMenuProps {
  speed: number
  onChoose: (speed: number) => void
  onOpenChange: (isOpen: boolean) => void
}

export const SpeedMenu = ({ speed, onChoose, onOpenChange }: SpeedMenuProps) => (
  <ChoiceMenu
    label="Speed"
    side="top"
    value={String(speed)}
    options={speedOptions}
    onValueChange={(value) => onChoose(Number(value))}
    onOpenChange={onOpenChange}
    trigger={
      <button type="button" aria-label={`Speed: ${speedName(speed)}`} className={`${controlClass} px-2 font-medium text-13 tabular-nums`}>
        {speed}×
      </button>
    }
  />
)
