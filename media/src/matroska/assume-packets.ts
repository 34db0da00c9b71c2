import type { ReadAt } from '../mp4/patch.ts'
import type { PacketTracks, TrackPackets } from '../probing/packet-log.ts'
import { elementsIn, unsignedOf } from './elements.ts'
import { ids, isPlausible, maxHeadBytes, maxPackets, openWindow, packetsOf, step, type Track, type Walk } from './walk-blocks.ts'

/** With fewer key frames in its index, what was looked at says too little about the rest of a file. */
const minKeys = 12
const maxIndexBytes = 4 << 20
/** From one cluster in the index to the next. */
const maxRangeBytes = 32 << 20
/** In one range, which is read from memory without a pause. Half a minute of pictures with several tracks of audio has fewer. */
const maxRangeElements = 20_000
/** Where a file is looked at beside its start and its end, as shares of its index. */
const looks = [0.25, 0.5, 0.75]
/** Of the length of a frame. Times are rounded, mostly to milliseconds. */
const tolerance = 0.1

/**
 * The packets of a Matroska or WebM file as they must be if all of it is like what was looked at: from its index of key frames, the length of a
 * frame that it names, and the blocks at its start, at its end and at some places between. For a file that still arrives, because to know
 * them all of it would have to be read. Undefined unless everything that was looked at is perfectly regular.
 */
export async function assumePackets(size: number, readAt: ReadAt): Promise<PacketTracks | undefined> {
  const head = await readHead(size, readAt)
  const keys = head && (await readKeys(head, size, readAt))
  if (!head || !keys || keys.length < minKeys || keys[0]?.cluster !== head.firstCluster) return undefined
  const clusters = [...new Set(keys.map(({ cluster }) => cluster))]
  if (clusters.some((place, at) => at > 0 && place <= (clusters[at - 1] ?? 0))) return undefined
  const last = clusters.length - 1
  const ranges: Range[] = []
  for (const at of new Set([0, ...looks.map((share) => Math.floor(last * share)), last])) {
    const range = await readRange(head, clusters[at] ?? 0, clusters[at + 1] ?? size, readAt)
    if (!range) return undefined
    ranges.push(range)
  }
  return assumeRest(head, keys, ranges, size - head.firstCluster)
}

interface Head {
  unit: number
  tracks: Map<number, Track>
  /** The number of the only track of pictures. */
  video: number
  /** Where the positions in the index count from. */
  origin: number
  index: number
  firstCluster: number
}

/** Everything before the first cluster. */
async function readHead(size: number, readAt: ReadAt): Promise<Head | undefined> {
  const window = openWindow(size, readAt)
  const walk: Walk = { packets: 0 }
  let origin = 0
  let index: number | undefined
  for (let at = 0; at < Math.min(size, maxHeadBytes); ) {
    const element = await window.elementAt(at)
    if (element?.id === ids.cluster) {
      const { unit, tracks } = walk
      const [video, second] = [...(tracks ?? [])].filter(([, { type }]) => type === 'V')
      if (!unit || !tracks || !video || second || index === undefined || video[1].delay > 0) return undefined
      return { unit, tracks, video: video[0], origin, index: origin + index, firstCluster: at }
    }
    if (element?.id === ids.segment) origin = element.body
    if (element?.id === ids.seekHead && element.end !== undefined && element.end - element.body < maxHeadBytes)
      index ??= placeOfIndex(await window.view(element.body, element.end - element.body))
    const next = await step(window, at, walk)
    if (next === undefined) return undefined
    at = next
  }
  return undefined
}

function placeOfIndex(view: DataView): number | undefined {
  for (const { content } of elementsIn(view) ?? []) {
    const fields = new Map(elementsIn(content)?.map((field) => [field.id, unsignedOf(field.content)]))
    if (fields.get(ids.seekId) === ids.cues) return fields.get(ids.seekPosition)
  }
  return undefined
}

/** A key frame in the index. */
interface Key {
  /** In units of the file. */
  time: number
  cluster: number
}

/** The key frames of the pictures in order. */
async function readKeys({ index, origin, video }: Head, size: number, readAt: ReadAt): Promise<Key[] | undefined> {
  const window = openWindow(size, readAt)
  const element = index < size ? await window.elementAt(index) : undefined
  if (element?.id !== ids.cues || element.end === undefined || element.end - element.body > maxIndexBytes) return undefined
  const keys: Key[] = []
  for (const { id, content } of elementsIn(await window.view(element.body, element.end - element.body)) ?? []) {
    if (id !== ids.cuePoint) continue
    const fields = elementsIn(content) ?? []
    const time = fields.find((field) => field.id === ids.cueTime)
    for (const field of fields) {
      const place = field.id === ids.cuePositions && new Map(elementsIn(field.content)?.map((each) => [each.id, unsignedOf(each.content)]))
      if (time && place && place.get(ids.cueTrack) === video)
        keys.push({ time: unsignedOf(time.content), cluster: origin + (place.get(ids.cueCluster) ?? Number.NaN) })
    }
  }
  return keys.every(({ time, cluster }) => Number.isSafeInteger(time) && Number.isSafeInteger(cluster)) ? keys : undefined
}

/** What was looked at: the packets of each track from a cluster to before another. */
interface Range {
  bytes: number
  tracks: Map<number, Track>
}

async function readRange({ unit, tracks }: Head, from: number, to: number, readAt: ReadAt): Promise<Range | undefined> {
  if (to - from > maxRangeBytes) return undefined
  const bytes = await readAt(from, to - from)
  const window = openWindow(to, async (offset, length) => bytes.subarray(offset - from, offset - from + length), maxRangeElements)
  const empty = [...tracks].map(([number, track]): [number, Track] => [number, { ...track, times: [], durations: [], keys: [], bytes: 0 }])
  const walk: Walk & { tracks: Map<number, Track> } = { unit, tracks: new Map(empty), packets: 0 }
  for (let at = from; at < to; ) {
    const next = await step(window, at, walk)
    if (next === undefined) return undefined
    at = next
  }
  return { bytes: to - from, tracks: walk.tracks }
}

function assumeRest(head: Head, keys: readonly Key[], ranges: readonly Range[], clusterBytes: number): PacketTracks | undefined {
  const share = clusterBytes / ranges.reduce((sum, { bytes }) => sum + bytes, 0)
  const assumed: TrackPackets[] = []
  for (const [number, track] of head.tracks) {
    const parts = ranges.flatMap(({ tracks }) => tracks.get(number) ?? [])
    const bytes = Math.round(share * parts.reduce((sum, part) => sum + part.bytes, 0))
    const packets = track.type === 'V' ? assumePictures(head, keys, parts) : track.type === 'A' ? assumeAudio(parts) : assumeTexts(parts)
    if (!packets || !isPlausible(packets)) return undefined
    assumed.push({ ...packetsOf(packets), bytes })
  }
  return { tracks: new Map(assumed.entries()), isAssumed: true }
}

/** A frame at each place of a regular grid, from the first that was seen to the last. */
function assumePictures({ unit }: Head, keys: readonly Key[], parts: readonly Track[]): Track | undefined {
  const [first, last] = [parts[0], parts.at(-1)]
  const seconds = (first?.defaultDuration ?? 0) / 1e9
  const start = first?.times[0]
  // Times that are rounded to more than a part of a frame say nothing about frames.
  if (!first || !last || start === undefined || seconds < (4 * unit) / 1e9) return undefined
  const placeOf = (time: number): number => {
    const place = (time - start) / seconds
    return Math.abs(place - Math.round(place)) <= tolerance + (unit / 1e9) * (1 / seconds) ? Math.round(place) : Number.NaN
  }
  const keyPlaces = keys.map(({ time }) => placeOf((time * unit) / 1e9))
  if (keyPlaces.some((place, at) => Number.isNaN(place) || place <= (keyPlaces[at - 1] ?? -1))) return undefined
  const known = new Set(keyPlaces)
  if (!parts.every((part) => isRegular(part.times.map(placeOf), part.keys, known))) return undefined
  const count = last.times.reduce((furthest, time) => Math.max(furthest, placeOf(time)), 0) + 1
  if ((keyPlaces.at(-1) ?? 0) >= count || count > maxPackets) return undefined
  const rounded = (time: number): number => (Math.round((time * 1e9) / unit) * unit) / 1e9
  const times = Array.from({ length: count }, (_, place) => rounded(start + place * seconds))
  for (const seen of [keys.map(({ time }) => (time * unit) / 1e9), ...parts.map((part) => part.times)])
    for (const time of seen) times[placeOf(time)] = time
  return { ...first, times, durations: times.map(() => first.durations[0] ?? 0), keys: keyPlaces }
}

/** Whether the frames fill their places without a gap, begin with a key frame before which none is shown, and all their key frames are in the index. */
function isRegular(places: readonly number[], keys: readonly number[], known: ReadonlySet<number>): boolean {
  const keyIndexes = new Set(keys)
  const inOrder = [...places].sort((a, b) => a - b)
  const isFilled = inOrder.every((place, at) => place === (inOrder[0] ?? 0) + at)
  let key = Number.POSITIVE_INFINITY
  const isClosed = places.every((place, at) => {
    if (keyIndexes.has(at)) key = place
    return place >= key
  })
  return isFilled && isClosed && keys[0] === 0 && keys.every((at) => known.has(places[at] ?? Number.NaN))
}

/** Only where audio begins and ends counts, so what is between is left out. */
function assumeAudio(parts: readonly Track[]): Track | undefined {
  const [first, last] = [parts[0], parts.at(-1)]
  if (!first?.times.length || !last?.times.length) return undefined
  return { ...first, times: [...first.times, ...last.times], durations: [...first.durations, ...last.durations], keys: [] }
}

/** Subtitles are rare in a file, and a track of them is seldom empty. */
function assumeTexts(parts: readonly Track[]): Track | undefined {
  const [first] = parts
  return first && { ...first, times: [0], durations: [0], keys: [0] }
}
