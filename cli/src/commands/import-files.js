import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadTypeOf } from '@video-forge/client/node'

/** @typedef {{ path: string, folder: string, folders: string[], name: string, beside: string[] }} FolderFile */

/** Deeper folders are those of a mistake. */
const maxDepth = 20
/** Of a text; larger ones are not about a video. */
const maxTextBytes = 2 * 1024 * 1024
/** As the site takes them for one video. */
export const maxBeside = 200
const maxAllBytes = 4 * 1024 * 1024

/** @param {string} name */
const isVideo = (name) => !name.startsWith('.') && /\.\w{1,5}$/.test(name) && uploadTypeOf(name).startsWith('video/')

/**
 * Names that may belong to a video, such as 'talk.de.srt' and 'talk-thumb.jpg' to 'talk.mp4'. Which of them do, and what they mean, is decided by the site.
 * @param {string} video @param {readonly string[]} names
 */
function namesBeside(video, names) {
  const base = video.replace(/\.[^.]*$/, '')
  return names.filter((name) => name.startsWith(base) && /^(\.|-\w+\.\w+$)/.test(name.slice(base.length))).slice(0, maxBeside)
}

/** The names of a folder that an export has for one video: its file, and what belongs to it. Made qualities are made again. */
const ofExport = /^(video\.json|captions\..+\.vtt|thumbnail\.\w+)$/

/**
 * The videos among the names of one folder, with the names beside each.
 * @param {readonly string[]} names @returns {{ name: string, beside: string[] }[]}
 */
function videosAmong(names) {
  const videos = names.filter(isVideo).sort()
  const original = videos.find((name) => /^original\.\w+$/.test(name))
  if (original !== undefined && names.includes('video.json'))
    return [{ name: original, beside: names.filter((name) => ofExport.test(name)) }]
  return videos.map((name) => ({ name, beside: namesBeside(name, names) }))
}

/** Links to files count as files; those to folders are not followed, since they could lead in circles. @param {string} folder */
async function entriesOf(folder) {
  const entries = await readdir(folder, { withFileTypes: true })
  const files = await Promise.all(
    entries.map(async (entry) => {
      if (!entry.isSymbolicLink()) return entry.isFile()
      return stat(join(folder, entry.name)).then(
        (found) => found.isFile(),
        () => false,
      )
    }),
  )
  return {
    names: entries.filter((_, index) => files[index]).map(({ name }) => name),
    folders: entries.filter((entry) => entry.isDirectory() && !/^[.@]/.test(entry.name)).map(({ name }) => name),
  }
}

/**
 * The videos below a folder in the order of their names, each with the names beside it.
 * @param {string} root @param {string[]} [folders] @returns {AsyncGenerator<FolderFile>}
 */
export async function* filesBelow(root, folders = []) {
  const folder = join(root, ...folders)
  const { names, folders: inner } = await entriesOf(folder)
  for (const video of videosAmong(names)) yield { path: join(...folders, video.name), folder, folders, ...video }
  if (folders.length >= maxDepth) return
  for (const name of inner.sort()) yield* filesBelow(root, [...folders, name])
}

/**
 * What the site needs to describe a file: names, and the bytes of small texts.
 * @param {FolderFile} file @param {Date} modifiedAt
 */
export async function localFileOf({ folder, folders, name, beside }, modifiedAt) {
  let left = maxAllBytes
  /** @type {{ name: string, bytes?: string }[]} */
  const found = []
  for (const each of beside) {
    const path = join(folder, each)
    const { size } = /\.(txt|description|json|nfo)$/i.test(each) ? await stat(path) : { size: Number.POSITIVE_INFINITY }
    if (size > Math.min(maxTextBytes, left)) found.push({ name: each })
    else {
      found.push({ name: each, bytes: (await readFile(path)).toString('base64') })
      left -= size
    }
  }
  return { path: [...folders, name].join('/'), modifiedAt: modifiedAt.toISOString(), beside: found }
}
