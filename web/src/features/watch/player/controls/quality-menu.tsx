import { ChevronDown } from 'lucide-react'
import { formatBytes } from '../../../../format/bytes.ts'
import { formatDuration } from '../../../../format/duration.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { ChoiceMenu } from '../../../../ui/overlays/choice-menu.tsx'
import type { StreamAnswer } from '../source/use-stream.ts'
import { type Choice, qualityName } from './quality-names.ts'

interface QualityMenuProps {
  offer: Pick<StreamAnswer, 'hlsUrl' | 'liveUrl' | 'qualities'>
  /** The quality that plays now. */
  value: Choice | undefined
  isChanging: boolean
  onChoose: (choice: Choice) => void
  side?: 'top' | 'bottom'
  className?: string
}

function hintOf({ resolution, size, playableSeconds }: StreamAnswer['qualities'][number]): string {
  // A server of the previous version does not send it.
  if (typeof playableSeconds === 'number') return `being encoded, ${formatDuration(playableSeconds)} so far`
  return [resolution, size > 0 && formatBytes(size)].filter(Boolean).join(' · ')
}

function optionsOf({ hlsUrl, liveUrl, qualities }: QualityMenuProps['offer']): { value: Choice; name: string; hint: string }[] {
  const fixed = qualities.map((each) => ({ value: each.quality, name: qualityName(each.quality), hint: hintOf(each) }))
  return hlsUrl || liveUrl ? [{ value: 'auto', name: qualityName('auto'), hint: 'Fits your connection' }, ...fixed] : fixed
}

export function QualityMenu({ offer, value, isChanging, onChoose, side = 'top', className }: QualityMenuProps) {
  const name = value && qualityName(value)
  return (
    <ChoiceMenu
      label="Quality"
      side={side}
      value={value}
      options={optionsOf(offer)}
      onValueChange={(choice) => choice !== value && onChoose(choice)}
      trigger={
        <button
          type="button"
          aria-label={`Quality: ${name ?? 'unknown'}`}
          className={classNames(
            'inline-flex h-9 items-center gap-1.5 rounded-control px-3 font-medium text-13 pointer-coarse:h-10',
            className ?? 'border border-control bg-surface hover:bg-sunken',
          )}
        >
          {isChanging && <Spinner />}
          {name ?? 'Quality'}
          <ChevronDown aria-hidden="true" className="size-4 opacity-70" />
        </button>
      }
    />
  )
}
