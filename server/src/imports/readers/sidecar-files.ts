import { uploadTypeOf } from '@video-forge/contract/rules/upload-rules'
import { otherVideosIn, unsupportedFormat } from './other-videos.ts'

/** What the files beside a video are for. */
export type SidecarRole = 'captions' | 'description' | 'details' | 'nfo' | 'picture'

const roles: [RegExp, SidecarRole][] = [
  [/\.(srt|vtt)$/i, 'captions'],
  [/\.(txt|description)$/i, 'description'],
  // What yt-dlp keeps of the chat of a live stream says nothing about the video.
  [/(?<!\.live_chat)\.json$/i, 'details'],
  [/\.nfo$/i, 'nfo'],
  [/\.(jpe?g|png|webp)$/i, 'picture'],
]

export const roleOf = (name: string): SidecarRole | undefined => roles.find(([ending]) => ending.test(name))?.[1]

const isHidden = (name: string): boolean => name.startsWith('.')

/** Of files that are not hidden and not half downloaded. An ending that nobody knows, such as that of access.log.1, is none of a video. */
export const isVideoName = (name: string): boolean => !isHidden(name) && uploadTypeOf({ name, type: '' }) !== undefined

export const baseOf = (name: string): string => name.replace(/\.[^.]*$/, '')

export interface NamedGroup {
  video: string
  /** In the order in which they count: of several pictures the first is the thumbnail. */
  sidecars: string[]
  /** The folder of one video in an unpacked export, whose name is no tag. */
  isExported?: boolean
  /** Why it cannot be imported, as a sentence. */
  problem?: string
}

/** Kodi, Jellyfin and others: `name-thumb.jpg`. A poster is the one that was made for it. */
const pictureKinds = /-(poster|thumb|landscape|fanart)$/i
const pictureOrder = ['poster', 'thumb', 'landscape', 'fanart']

/** An accent is one letter or two on other systems, and some of them ignore the case. */
const asOneForm = (base: string): string => base.normalize().toLowerCase()

/** Smaller counts more: the one of its own format, then the one with just the name of the video, then the rest. */
function rankOf(name: string, base: string): number {
  if (/^video\.json$|\.info\.json$/i.test(name)) return 0
  const own = baseOf(name)
  if (asOneForm(own) === asOneForm(base)) return /\.description$/i.test(name) ? 1 : 2
  const kind = pictureKinds.exec(own)?.[1]?.toLowerCase()
  return kind === undefined ? 9 : 3 + pictureOrder.indexOf(kind)
}

/** The names of a folder come in no certain order. Of equals the shorter one is the first, as 'talk.en.srt' before 'talk.en.2.srt'. */
const inOrder = (names: readonly string[], base: string): string[] =>
  [...names].sort((a, b) => rankOf(a, base) - rankOf(b, base) || a.length - b.length || (a < b ? -1 : 1))

/** The name of a video in the folder that an export has for it. */
export const exportedBase = 'original'

/** The folder of a video in an unpacked export: what is there has fixed names, and made qualities are made again. */
export function exportedGroup(names: readonly string[]): NamedGroup | undefined {
  const video = names.find((name) => isVideoName(name) && baseOf(name) === exportedBase)
  if (video === undefined || !names.includes('video.json')) return undefined
  const sidecars = names.filter((name) => /^(video\.json|captions\..+\.vtt|thumbnail\.\w+)$/.test(name))
  return { video, sidecars: inOrder(sidecars, exportedBase), isExported: true }
}

const forms: ((base: string) => string)[] = [(base) => base, (base) => base.normalize(), asOneForm]

/** Finds groups by the base of a name in its strictest form that is known. */
function findByBase(groups: readonly NamedGroup[]): (base: string) => NamedGroup[] {
  const byForm = forms.map((form) => {
    const found = new Map<string, NamedGroup[]>()
    for (const group of groups) {
      const key = form(baseOf(group.video))
      found.set(key, [...(found.get(key) ?? []), group])
    }
    return { form, found }
  })
  return (base) => byForm.map(({ form, found }) => found.get(form(base))).find((found) => found !== undefined) ?? []
}

/**
 * The videos among the names of one folder, in their order, with the files that belong to them: those whose name begins with that of the
 * video, and with no longer one. Videos of other formats have a problem.
 */
export function groupNames(names: readonly string[]): NamedGroup[] {
  const exported = exportedGroup(names)
  if (exported) return [exported]
  const groups = names.filter(isVideoName).map((video): NamedGroup => ({ video, sidecars: [] }))
  const groupsOf = findByBase(groups)
  for (const name of names) {
    if (isHidden(name) || isVideoName(name) || !roleOf(name)) continue
    let base = baseOf(name)
    if (groupsOf(base).length === 0) base = base.replace(pictureKinds, '')
    while (groupsOf(base).length === 0 && base.includes('.')) base = baseOf(base)
    for (const group of groupsOf(base)) group.sidecars.push(name)
  }
  const others = otherVideosIn(names).map((video): NamedGroup => ({ video, sidecars: [], problem: unsupportedFormat(video) }))
  return [...groups.map((group) => ({ ...group, sidecars: inOrder(group.sidecars, baseOf(group.video)) })), ...others].sort((a, b) =>
    a.video < b.video ? -1 : 1,
  )
}
