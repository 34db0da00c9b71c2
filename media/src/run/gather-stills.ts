import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MediaPlan } from '../plan/make-plan.ts'
import { passFiles } from '../plan/still-arguments.ts'
import { storyboardTrack } from '../plan/storyboard-track.ts'
import { tellingStill } from '../plan/telling-still.ts'

export interface Stills {
  thumbnail: string
  storyboard: string
  storyboardTrack: string
}

/** Chooses the thumbnail among the stills a pass has left, and writes down when each picture of the storyboard is shown. */
export async function gatherStills(plan: MediaPlan, folder: string): Promise<Stills> {
  const grey = await readFile(join(folder, passFiles.grey))
  const times = (await readFile(join(folder, passFiles.times), 'utf8'))
    .split('\n')
    .filter((line) => /^\d/.test(line))
    .map((line) => Number(line) / 1000)
  const chosen = tellingStill(grey, plan.stills.grey)
  const thumbnail = join(folder, 'thumbnail.jpg')
  await rename(join(folder, `still-${String(chosen + 1).padStart(3, '0')}.jpg`), thumbnail)
  const rest = (await readdir(folder)).filter((name) => /^still-\d+\.jpg$/.test(name))
  await Promise.all([...rest, passFiles.grey, passFiles.times].map((name) => rm(join(folder, name), { force: true })))
  const track = join(folder, 'storyboard.vtt')
  await writeFile(track, storyboardTrack(times, plan.facts.duration, plan.stills, passFiles.storyboard))
  return { thumbnail, storyboard: join(folder, passFiles.storyboard), storyboardTrack: track }
}
