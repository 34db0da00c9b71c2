import type { CSSProperties, RefObject } from 'react'
import { classNames } from '../../../../ui/class-names.ts'
import type { CaptionStyle } from './caption-style.ts'
import { placeOf, type ShownCue } from './cue-place.ts'
import { CueText } from './cue-text.tsx'
import { useActiveCues } from './use-active-cues.ts'
import type { Captions } from './use-captions.ts'
import { useTrackModes } from './use-track-modes.ts'

interface CaptionLinesProps {
  element: RefObject<HTMLVideoElement | null>
  captions: Captions
  /** Cues move out of their way. */
  hasControlsShown: boolean
  hasTopShown: boolean
}

const scales: Record<CaptionStyle['size'], number> = { small: 0.75, medium: 1, large: 1.5, huge: 2 }

const backgrounds: Record<CaptionStyle['background'], string> = {
  solid: 'bg-stage',
  dim: 'bg-stage/75',
  none: '[text-shadow:0_0_4px_#000,0_1px_3px_#000,0_0_2px_#000]',
}

/** The captions, drawn by the page and not by the browser, so that they stay clear of the controls and look as people chose. */
export function CaptionLines({ element, captions, hasControlsShown, hasTopShown }: CaptionLinesProps) {
  const { shown, style } = captions
  useTrackModes(element, shown?.id)
  const cues = useActiveCues(element, shown?.id)
  if (!shown) return null
  const fontSize = `calc(clamp(14px, 4.6cqh, 44px) * ${scales[style.size]})`
  const placed = cues.map((cue) => ({ cue, place: placeOf(cue) }))
  const line = (cue: ShownCue) => (
    <span className={classNames('box-decoration-clone px-[0.4em] py-[0.1em] forced-colors:bg-[Canvas]', backgrounds[style.background])}>
      <CueText text={cue.text} />
    </span>
  )
  return (
    <div
      data-captions=""
      lang={shown.language}
      className={classNames(
        'pointer-events-none absolute inset-x-[4%] font-medium text-on-stage leading-[1.4] transition-[top,bottom] [container-type:size] motion-reduce:transition-none forced-colors:text-[CanvasText]',
        hasControlsShown ? 'bottom-18' : 'bottom-[4%]',
        hasTopShown ? 'top-14' : 'top-[4%]',
      )}
    >
      <div className="absolute inset-x-0 bottom-0 flex flex-col items-center gap-[0.2em] text-center" style={{ fontSize }}>
        {placed.map(
          ({ cue, place }, index) =>
            place === undefined && (
              <p key={keyOf(cue, index)} dir="auto" className="max-w-full whitespace-pre-line">
                {line(cue)}
              </p>
            ),
        )}
      </div>
      {placed.map(
        ({ cue, place }, index) =>
          place !== undefined && (
            <p
              key={keyOf(cue, index)}
              dir="auto"
              className="absolute whitespace-pre-line"
              style={{ ...place, fontSize } satisfies CSSProperties}
            >
              {line(cue)}
            </p>
          ),
      )}
    </div>
  )
}

const keyOf = ({ text }: ShownCue, index: number): string => `${index} ${text}`
