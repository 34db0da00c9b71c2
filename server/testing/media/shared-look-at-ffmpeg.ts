import type { Ffmpeg } from '@video-forge/media/run/ffmpeg/find-ffmpeg'
import { vi } from 'vitest'

/**
 * A start of the product asks ffmpeg and ffprobe six times what they can do, which takes half a second of CPU time. The products of one
 * process share the answers; programs that a test names are asked themselves.
 */
vi.mock('@video-forge/media/run/ffmpeg/find-ffmpeg', async (importOriginal) => {
  const original = await importOriginal<typeof import('@video-forge/media/run/ffmpeg/find-ffmpeg')>()
  let found: Promise<Ffmpeg> | undefined
  const findFfmpeg: typeof original.findFfmpeg = (named) => {
    if (named.ffmpeg || named.ffprobe) return original.findFfmpeg(named)
    found ??= original.findFfmpeg(named)
    return found
  }
  return { ...original, findFfmpeg }
})

vi.mock('@video-forge/media/run/ffmpeg/media-tools', async (importOriginal) => {
  const original = await importOriginal<typeof import('@video-forge/media/run/ffmpeg/media-tools')>()
  const opened = new Map<string, ReturnType<typeof original.openMediaTools>>()
  const openMediaTools: typeof original.openMediaTools = (found) => {
    const key = `${found.ffmpeg} ${found.ffprobe}`
    const tools = opened.get(key) ?? original.openMediaTools(found)
    opened.set(key, tools)
    return tools
  }
  return { ...original, openMediaTools }
})

vi.mock('@video-forge/media/run/ffmpeg/inspect-ffmpeg', async (importOriginal) => {
  const original = await importOriginal<typeof import('@video-forge/media/run/ffmpeg/inspect-ffmpeg')>()
  const inspected = new Map<string, ReturnType<typeof original.inspectFfmpeg>>()
  const inspectFfmpeg: typeof original.inspectFfmpeg = (ffmpeg) => {
    const facts = inspected.get(ffmpeg) ?? original.inspectFfmpeg(ffmpeg)
    inspected.set(ffmpeg, facts)
    return facts
  }
  return { ...original, inspectFfmpeg }
})
