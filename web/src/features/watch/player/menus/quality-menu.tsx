import { formatBytes } from '../../../../format/bytes.ts'
import { formatDuration } from '../../../../format/duration.ts'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { controlClass } from '../controls/control-button.tsx'
import { type Choice, choiceName, qualityName } from '../controls/quality-names.ts'
import { isWhole } from '../source/is-whole.ts'
import { offersAuto, type StreamAnswer } from '../source/use-stream.ts'
import { MenuButton } from './menu-button.tsx'

interface QualityMenuProps {
  offer: Pick<StreamAnswer, 'hlsUrl' | 'liveUrl' | 'qualities'>
  /** Of the whole video in seconds; null while unknown. */
  duration: number | null
  /** The quality that plays now. */
  value: Choice | undefined
  /** The name of the quality that is shown, which Auto chose. */
  shown: string | undefined
  isChanging: boolean
  isNarrow: boolean
  onChoose: (choice: Choice) => void
  onOpenChange: (isOpen: boolean) => void
}

function hintOf({ resolution, size, playableSeconds }: StreamAnswer['qualities'][number], duration: number | null): string {
  // A server of the previous version does not send it.
  if (typeof playableSeconds === 'number' && !isWhole(playableSeconds, duration))
    return `being encoded, ${formatDuration(playableSeconds)} so far`
  return [resolution, size > 0 && formatBytes(size)].filter(Boolean).join(' · ')
}

function optionsOf(
  { offer, duration }: Pick<QualityMenuProps, 'offer' | 'duration'>,
  shown: string | undefined,
): { value: Choice; name: string; hint: string }[] {
  const fixed = offer.qualities.map((each) => ({ value: each.quality, name: qualityName(each.quality), hint: hintOf(each, duration) }))
  return offersAuto(offer) ? [{ value: 'auto', name: choiceName('auto', shown), hint: 'Fits your connection' }, ...fixed] : fixed
}

export function QualityMenu({ offer, duration, value, shown, isChanging, isNarrow, onChoose, onOpenChange }: QualityMenuProps) {
  const name = value && choiceName(value, shown)
  const options = optionsOf({ offer, duration }, value === 'auto' ? shown : undefined)
  const choose = (next: string) => {
    const option = options.find((each) => each.value === next)
    if (option && option.value !== value) onChoose(option.value)
  }
  return (
    <MenuButton
      name={`Quality: ${name ?? 'unknown'}`}
      className={`${controlClass} gap-1.5 px-2 font-medium text-13 tabular-nums`}
      sections={[{ kind: 'choice', label: 'Quality', value, options, onChoose: choose }]}
      onOpenChange={onOpenChange}
    >
      {isChanging && <Spinner />}
      {(isNarrow ? value && qualityName(value) : name) ?? 'Quality'}
    </MenuButton>
  )
}
