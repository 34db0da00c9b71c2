import { stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { joinReencodeArguments } from '../../arguments/reencode-arguments.ts'
import type { Group } from '../../planning/reencode/reencode-plan.ts'
import { groupsOf } from '../../planning/reencode/reencode-plan.ts'
import { joinCheckpoints, joinSilentSeconds } from '../checkpoints/join-parts.ts'
import { followPass, readMeasurement } from '../encode/follow-pass.ts'
import { passLimits } from '../encode/pass-limits.ts'
import { runProgram } from '../ffmpeg/run-program.ts'
import { readStreamIndex, type StreamIndex } from '../inspect/read-index.ts'
import { readRenditionBoxes } from '../inspect/read-rendition.ts'
import { lowestPriority, type Reencode, UnlikeRendition } from './encode-runs.ts'

interface RenditionGroups {
  groups: Group[]
  hasAudio: boolean
  audioBytes: number
}

/** The groups of pictures of a rendition of ours, read from its tables. Undefined if the file is unlike what our muxer writes. */
export async function readGroups(plan: Reencode['plan'], path: string): Promise<RenditionGroups | undefined> {
  const boxes = await readRenditionBoxes(path)
  const video = boxes?.probed.streams.find(({ type }) => type === 'video')
  const packets = video && boxes?.tracks.get(video.index)
  if (!packets) return undefined
  const audio = boxes?.probed.streams.find(({ type }) => type === 'audio')
  const audioBytes = audio && boxes?.tracks.get(audio.index)?.bytes
  return { groups: groupsOf(plan, packets.times, packets.keys), hasAudio: audio !== undefined, audioBytes: audioBytes ?? 0 }
}

/** Joins the parts to one file with the audio of the rendition, and checks that players can use it in the place of the rendition. */
export async function joinReencode(
  { mediaTools, plan, folder, signal }: Pick<Reencode, 'mediaTools' | 'plan' | 'folder' | 'signal'>,
  parts: AsyncIterable<string>,
  before: string,
): Promise<{ path: string; bytes: number; index: StreamIndex; cpuSeconds: number }> {
  const expected = await readGroups(plan, before)
  if (!expected) throw new UnlikeRendition('The rendition has an unexpected structure.')
  const path = join(folder, 'reencoded.mp4')
  const { messages } = await runProgram({
    program: mediaTools.ffmpeg,
    arguments: joinReencodeArguments(resolve(before), expected.hasAudio, path),
    folder,
    sandbox: mediaTools.sandbox,
    limits: passLimits(plan, joinSilentSeconds),
    niceness: lowestPriority,
    ...joinCheckpoints(parts, signal),
    onLine: followPass(() => {}),
  })
  const made = await readGroups(plan, path)
  if (!made || !sameGroups(made.groups, expected.groups)) throw new UnlikeRendition('Its key frames are not those of the rendition.')
  if (made.hasAudio !== expected.hasAudio) throw new UnlikeRendition('It lost its sound.')
  const index = await readStreamIndex(path)
  if (!index.codecs[0]?.startsWith('av01.')) throw new UnlikeRendition('Its codec is unknown.')
  return { path, bytes: (await stat(path)).size, index, cpuSeconds: readMeasurement(messages.text()).cpuSeconds }
}

const sameGroups = (made: readonly Group[], expected: readonly Group[]): boolean =>
  made.length === expected.length && made.every(({ tick, frames }, at) => tick === expected[at]?.tick && frames === expected[at]?.frames)
