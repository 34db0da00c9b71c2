import type { ReadPictures } from './numbered-pictures.ts'
import type { Watched } from './watch-video.ts'

/** Seconds by which the sound may be longer than the pictures. */
const endSeconds = 0.2

/** A tenth of a second, and the time until it is noticed. */
const nudgeSeconds = 0.3

interface Seen {
  watched: Watched
  /** Undefined for a source without numbered pictures. */
  pictures: ReadPictures | undefined
  /** How many documents the page has loaded. */
  documentCount: number
  /** The seconds of each quality that the page was told it can play, one after the other. */
  playable: ReadonlyMap<string, number[]>
}

/** What somebody who watched a video of so many seconds from its beginning to its end noticed, beside waits. */
export function disturbancesOf({ watched, pictures, documentCount, playable }: Seen, seconds: number): string[] {
  const { played, duration, seeks, isEnded, jumpCount, sourceChangeCount, holes, error, alerts } = watched
  const isUnexpected = {
    'it did not end': !isEnded,
    [`${jumpCount} jumps`]: jumpCount > 0,
    [`${sourceChangeCount} other sources`]: sourceChangeCount > 0,
    [`${documentCount} documents`]: documentCount !== 1,
    [`a duration of ${duration} s, not ${seconds}`]: Math.abs((duration ?? 0) - seconds) >= endSeconds,
    [`an error: ${error}`]: error !== null,
    [`only ${pictures?.count} pictures`]: pictures !== undefined && pictures.count <= seconds,
  }
  return [
    ...Object.entries(isUnexpected).flatMap(([what, isTrue]) => (isTrue ? [what] : [])),
    ...alerts.map((alert) => `an alert: ${alert}`),
    ...holes.map(([from, to]) => `a hole from ${from} to ${to} s`),
    ...seeks.filter((seek) => !isNudge(seek)).map(({ from, to }) => `a seek from ${from} to ${to} s`),
    ...missingIn(played.flat(), seconds).map(({ from, to }) => `not played from ${from} to ${to} s`),
    ...(pictures ? lateIn(pictures) : []),
    ...[...playable].flatMap(([quality, reaches]) => (isGrowing(reaches) ? [] : [`${quality} was playable to ${reaches.join(', ')} s`])),
  ]
}

/** By this much the library moves a player that shows no picture for seconds, as it happens where the processor has no time for it. */
const isNudge = ({ from, to }: { from: number; to: number }): boolean => to > from && to - from < nudgeSeconds

/** What lies between the ranges that were played. */
function missingIn(played: readonly [from: number, to: number][], seconds: number): { from: number; to: number }[] {
  const starts = [...played.map(([from]) => from), seconds]
  const ends = [0, ...played.map(([, to]) => to)]
  const between = starts.map((start, index) => ({ from: ends[index] ?? 0, to: start }))
  return between.filter(({ from, to }) => to - from > nudgeSeconds)
}

/** By how many pictures they are late, and from when on. */
function lateIn({ wrong }: ReadPictures): string[] {
  const amounts = [...new Set(wrong.map(({ late }) => late))]
  return amounts.map((late) => {
    const times = wrong.filter((one) => one.late === late).map(({ seconds }) => seconds)
    return `${times.length} pictures that are ${late} late, from ${times[0]} to ${times.at(-1)} s`
  })
}

const isGrowing = (reaches: readonly number[]): boolean => reaches.every((reach, index) => reach >= (reaches[index - 1] ?? 0))
