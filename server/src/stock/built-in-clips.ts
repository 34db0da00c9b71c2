import { catalogue } from './catalogue.ts'
import type { ClipCache } from './clip-cache.ts'

interface BuiltInClipsDeps {
  clips: Pick<ClipCache, 'get'>
  /** The path under which the clips are served. */
  clipPath: string
  /** Whether an address with this origin is on our own server. */
  isOwnOrigin: (origin: string) => boolean
}

/** How to get the file of a clip; it is drawn the first time. */
type GetFile = () => Promise<string>

/** The files of the built-in stock clips, for serving them and for jobs that use one as their source. */
export function createBuiltInClips({ clips, clipPath, isOwnOrigin }: BuiltInClipsDeps) {
  /** By the file's name, with its extension. */
  const clipFile = (name: string): GetFile | undefined => {
    const found = catalogue.find((clip) => name === `${clip.name}.mp4` || name === `${clip.name}.jpg`)
    return found && (() => clips.get(found, name.endsWith('.mp4') ? 'mp4' : 'jpg'))
  }

  /** By its address: a clip of our own server is never fetched over the network. */
  const ownClip = (address: string): GetFile | undefined => {
    if (!URL.canParse(address)) return undefined
    const { origin, pathname } = new URL(address)
    const name = pathname.startsWith(`${clipPath}/`) ? pathname.slice(clipPath.length + 1) : ''
    return isOwnOrigin(origin) && name.endsWith('.mp4') ? clipFile(name) : undefined
  }

  return { clipFile, ownClip }
}
