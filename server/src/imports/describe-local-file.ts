import { Failure } from '@video-forge/contract/errors'
import type { DescribedFile, LocalFile } from '@video-forge/contract/imports'
import { limits } from '@video-forge/contract/rules/limits'
import { sentences } from '@video-forge/contract/sentences'
import { cutText } from '@video-forge/contract/text/cut-text'
import { cleanItem, dateOf, visibilityOf } from './clean-item.ts'
import { decodeDocument } from './decode-document.ts'
import { emptyItem } from './item.ts'
import { describeFile, playlistOfFolder } from './readers/folder/describe-file.ts'
import { groupNames } from './readers/sidecar-files.ts'

/** A file on somebody's own machine, as the folder import would describe the same file on the server. */
export async function describeLocalFile({ path, modifiedAt, subfolders, visibility, beside }: LocalFile): Promise<DescribedFile> {
  const folders = path.split('/').filter(Boolean)
  const video = folders.pop() ?? ''
  const names = new Set([video, ...beside.map(({ name }) => name)])
  const group = groupNames([...names]).find((each) => each.video === video)
  if (!group || group.problem !== undefined) throw new Failure('WRONG_TYPE', sentences.uploadWrongType)
  const texts = new Map(beside.map(({ name, bytes }) => [name, bytes]))
  const read = async (name: string) => {
    const bytes = texts.get(name)
    return bytes === undefined ? undefined : decodeDocument(Buffer.from(bytes, 'base64'), undefined)
  }
  const changed = new Date(modifiedAt)
  const { captions, thumbnail, ...details } = await describeFile({ ...group, folders, modifiedAt: changed, subfolders }, read)
  const item = cleanItem({ ...emptyItem('', path), ...details })
  const { title, description, tags, chapters, settings, language, notes = [] } = item
  const hasSettings = settings !== undefined || language !== undefined
  const playlist = group.isExported ? undefined : playlistOfFolder(folders, subfolders)
  return {
    ...{ title, description, tags, chapters, notes },
    captions: captions.map(({ name, language: spoken, label, isDefault = false }) => ({
      name,
      language: spoken,
      label: label ?? null,
      isDefault,
    })),
    createdAt: (dateOf(item) ?? changed).toISOString(),
    // Without its settings, which an older client does not know.
    visibility: visibilityOf({ visibility: item.visibility }, visibility),
    settings: hasSettings ? { ...settings, ...(language && { language }), visibility: visibilityOf(item, visibility) } : null,
    picture: thumbnail,
    playlist: playlist === undefined ? null : cutText(playlist, limits.titleMaxLength).trim() || null,
  }
}
