import type { CSSProperties } from 'react'

/** What a browser knows of a cue (VTTCue). */
export interface ShownCue {
  text: string
  line: number | 'auto'
  snapToLines: boolean
  position: number | 'auto'
  align: 'start' | 'center' | 'end' | 'left' | 'right'
  /** Percent of the width. */
  size: number
}

/** Undefined for the usual place at the bottom, where cues stand above each other. */
export type CuePlace = CSSProperties | undefined

/** Percent of the height that a line of text takes. */
const lineShare = 6
/** A cue this far down is at the bottom, where it may move up for the controls. */
const bottomFrom = 75

function verticalPlace({ line, snapToLines }: ShownCue): CSSProperties | undefined {
  if (line === 'auto') return undefined
  if (!snapToLines) return line >= bottomFrom ? undefined : { top: `${Math.max(0, line)}%` }
  if (line < 0) return line === -1 ? undefined : { bottom: `${Math.min(90, (-line - 1) * lineShare)}%` }
  return line * lineShare >= bottomFrom ? undefined : { top: `${line * lineShare}%` }
}

const textAligns = { start: 'start', left: 'left', center: 'center', end: 'end', right: 'right' } as const

/** The side that a position counts from is that of the text. */
function horizontalPlace({ align, position, size }: ShownCue): CSSProperties {
  const textAlign = textAligns[align] ?? 'center'
  if (align === 'center') {
    const centre = position === 'auto' ? 50 : position
    const width = Math.min(size, 2 * Math.min(centre, 100 - centre) || size)
    return { left: `${Math.max(0, centre - width / 2)}%`, width: `${width}%`, textAlign }
  }
  if (align === 'end' || align === 'right') {
    const right = position === 'auto' ? 0 : 100 - position
    return { right: `${right}%`, maxWidth: `${Math.min(size, 100 - right)}%`, textAlign }
  }
  const left = position === 'auto' ? 0 : position
  return { left: `${left}%`, maxWidth: `${Math.min(size, 100 - left)}%`, textAlign }
}

/** Where a cue stands inside the area for captions. */
export function placeOf(cue: ShownCue): CuePlace {
  const vertical = verticalPlace(cue)
  const isCentred = cue.align === 'center' && (cue.position === 'auto' || cue.position === 50)
  if (!vertical && isCentred) return undefined
  return { ...(vertical ?? { bottom: 0 }), ...horizontalPlace(cue) }
}
