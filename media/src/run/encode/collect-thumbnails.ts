import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { passFiles, pictureFiles } from '../../arguments/thumbnail-arguments.ts'
import type { MediaPlan } from '../../planning/make-plan.ts'
import { pickThumbnail } from '../../planning/pictures/pick-thumbnail.ts'
import { storyboardTrack } from '../../planning/pictures/storyboard-track.ts'

export interface Thumbnails {
  thumbnail: string
  storyboard: string
  storyboardTrack: string
}

/** Picks the thumbnail among the sampled frames of a pass and writes the track of the storyboard. */
export async function collectThumbnails(plan: MediaPlan, folder: string): Promise<Thumbnails> {
  const grey = await readFile(join(folder, passFiles.grey))
  const times = (await readFile(join(folder, passFiles.times), 'utf8'))
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => Number(line) / 1000)
  const chosen = pickThumbnail(grey, plan.thumbnails.grey)
  const thumbnail = join(folder, pictureFiles.thumbnail)
  await rename(join(folder, `sample-${String(chosen + 1).padStart(3, '0')}.jpg`), thumbnail)
  const rest = (await readdir(folder)).filter((name) => /^sample-\d+\.jpg$/.test(name))
  await Promise.all([...rest, passFiles.grey, passFiles.times].map((name) => rm(join(folder, name), { force: true })))
  const track = join(folder, 'storyboard.vtt')
  await writeFile(track, storyboardTrack(times, plan.facts.duration, plan.thumbnails, passFiles.storyboard))
  return { thumbnail, storyboard: join(folder, passFiles.storyboard), storyboardTrack: track }
}
