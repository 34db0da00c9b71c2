import { createHash } from 'node:crypto'
import { cityAtNight, nightTraffic } from './recipes/city.ts'
import { mistyForest } from './recipes/forest.ts'
import { mountainsAtDawn, northernLights } from './recipes/mountains.ts'
import { concertCrowd, peopleWalking } from './recipes/people.ts'
import { cityHum, crowdBeat, nightWind, seaWash, steps, underWater } from './recipes/sound.ts'
import { circuitBoard, digitalGlobe, digitalRain } from './recipes/technology.ts'
import { oceanSunset, underTheSea } from './recipes/water.ts'

export interface Clip {
  id: number
  /** The file name without its extension; jobs use it as their title. */
  name: string
  tags: readonly string[]
  /** ffmpeg filter graphs of the picture and, for some clips, of the sound. */
  picture: string
  sound: string | undefined
  /** Changes with the graphs, so that browsers may cache a clip forever. */
  version: string
}

/** The clips of the search without a provider. They are drawn by ffmpeg, so they are free of rights. */
export const catalogue: readonly Clip[] = [
  clip(1, 'Mountains_at_dawn', ['mountains', 'sunrise', 'nature', 'landscape', 'hills', 'morning'], mountainsAtDawn, nightWind),
  clip(2, 'Northern_lights', ['mountains', 'aurora', 'nature', 'night', 'stars', 'sky'], northernLights),
  clip(3, 'Ocean_sunset', ['ocean', 'sunset', 'nature', 'sea', 'waves', 'water'], oceanSunset, seaWash),
  clip(4, 'Under_the_sea', ['ocean', 'fish', 'nature', 'underwater', 'bubbles', 'sea', 'water', 'animals'], underTheSea, underWater),
  clip(5, 'Misty_forest', ['nature', 'forest', 'trees', 'mist', 'landscape', 'morning', 'green'], mistyForest, nightWind),
  clip(6, 'City_at_night', ['city', 'skyline', 'night', 'buildings', 'lights', 'architecture', 'moon'], cityAtNight, cityHum),
  clip(7, 'Night_traffic', ['city', 'traffic', 'night', 'road', 'cars', 'highway', 'travel'], nightTraffic, cityHum),
  clip(8, 'Circuit_board', ['technology', 'circuit', 'electronics', 'computer', 'science', 'abstract'], circuitBoard),
  clip(9, 'Digital_rain', ['technology', 'code', 'data', 'computer', 'green', 'abstract', 'screen'], digitalRain),
  clip(10, 'Digital_globe', ['technology', 'earth', 'globe', 'network', 'world', 'business', 'data'], digitalGlobe),
  clip(11, 'People_walking', ['people', 'walking', 'city', 'street', 'sunset', 'travel'], peopleWalking, steps),
  clip(12, 'Concert_crowd', ['people', 'concert', 'crowd', 'music', 'party', 'lights', 'audience'], concertCrowd, crowdBeat),
]

function clip(id: number, name: string, tags: readonly string[], picture: string, sound?: string): Clip {
  const version = createHash('sha256')
    .update(`${picture}${sound ?? ''}`)
    .digest('hex')
    .slice(0, 8)
  return { id, name, tags, picture, sound, version }
}

/** Clips with every word of the query as a prefix in their tags or title; if there are none, those with at least one. */
export function searchCatalogue(query: string): Clip[] {
  const prefixes = wordsIn(query).map((word) => (word.length > 3 ? word.replace(/s$/, '') : word))
  const found = catalogue.map((candidate) => {
    const words = wordsIn(`${candidate.name} ${candidate.tags.join(' ')}`)
    return { candidate, hits: prefixes.filter((prefix) => words.some((word) => word.startsWith(prefix))).length }
  })
  const best = found.filter(({ hits }) => hits > 0 && hits === prefixes.length)
  return (best.length > 0 ? best : found.filter(({ hits }) => hits > 0)).map(({ candidate }) => candidate)
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
