import { Volume1, Volume2, VolumeX } from 'lucide-react'
import type { RefObject } from 'react'
import { setVolume } from '../keyboard/perform-command.ts'
import { ControlButton } from './control-button.tsx'

interface VolumeControlProps {
  video: RefObject<HTMLVideoElement | null>
  volume: number
  isMuted: boolean
  hasSlider: boolean
  onToggleMute: () => void
}

/** On touch screens the volume is set with the device's own buttons, so there is no slider. */
export function VolumeControl({ video, volume, isMuted, hasSlider, onToggleMute }: VolumeControlProps) {
  const percent = isMuted ? 0 : Math.round(volume * 100)
  return (
    <div className="flex items-center">
      <ControlButton
        name={isMuted ? 'Unmute' : 'Mute'}
        shortcut="m"
        side="left"
        icon={percent === 0 ? VolumeX : percent < 50 ? Volume1 : Volume2}
        onClick={onToggleMute}
      />
      {hasSlider && (
        <input
          type="range"
          aria-label="Volume"
          aria-valuetext={isMuted ? 'Muted' : `${percent}%`}
          min={0}
          max={100}
          step={5}
          value={percent}
          onChange={(event) => video.current && setVolume(video.current, Number(event.target.value) / 100)}
          className="mr-2 h-11 w-20 cursor-pointer accent-on-stage pointer-coarse:hidden"
        />
      )}
    </div>
  )
}
