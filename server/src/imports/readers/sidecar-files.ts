import { isUploadName } from '@video-forge/contract/rules/upload-rules'

/** What the files beside a video are for. */
export type SidecarRole = 'captions' | 'description' | 'details' | 'nfo' | 'picture'

const roles: [RegExp, SidecarRole][] = [
  [/\.(srt|vtt)$/i, 'captions'],
  [/\.(txt|description)$/i, 'description'],
  [/\.json$/i, 'details'],
  [/\.nfo$/i, 'nfo'],
  [/\.(jpe?g|png|webp)$/i, 'picture'],
]

export const roleOf = (name: string): SidecarRole | undefined => roles.find(([ending]) => ending.test(name))?.[1]

/** Of files that are not hidden and not half downloaded. */
export const isVideoName = (name: string): boolean => !name.startsWith('.') && /\.\w{1,5}$/.test(name) && isUploadName(name)

export const baseOf = (name: string): string => name.replace(/\.[^.]*$/, '')

export interface NamedGroup {
  video: string
  sidecars: string[]
  /** The folder of one video in an unpacked export, whose name is no tag. */
  isExported?: boolean
}

/** The folder of a video in an unpacked export: what is there has fixed names, and made qualities are made again. */
function exportedGroup(names: readonly string[]): NamedGroup | undefined {
  const video = names.find((name) => isVideoName(name) && baseOf(name) === 'original')
  if (video === undefined || !names.includes('video.json')) return undefined
  return { video, sidecars: names.filter((name) => /^(video\.json|captions\..+\.vtt|thumbnail\.\w+)$/.test(name)), isExported: true }
}

/**
 * The videos among the names of one folder, in their order, with the files that belong to them: those whose name begins with that of the
 * video, and with no longer one. Kodi calls a picture `name-thumb.jpg`.
 */
export function groupNames(names: readonly string[]): NamedGroup[] {
  const exported = exportedGroup(names)
  if (exported) return [exported]
  const groups = new Map<string, NamedGroup[]>()
  for (const name of names.filter(isVideoName)) {
    const base = baseOf(name)
    groups.set(base, [...(groups.get(base) ?? []), { video: name, sidecars: [] }])
  }
  for (const name of names) {
    if (name.startsWith('.') || isVideoName(name) || !roleOf(name)) continue
    let base = baseOf(name).replace(/-(thumb|poster|fanart)$/i, '')
    while (!groups.has(base) && base.includes('.')) base = baseOf(base)
    for (const group of groups.get(base) ?? []) group.sidecars.push(name)
  }
  return [...groups.values()].flat().sort((a, b) => (a.video < b.video ? -1 : 1))
}
