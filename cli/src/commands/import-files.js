import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadTypeOf } from '@video-forge/client/node'
import { otherVideosIn, unsupportedFormat } from './import-formats.js'

/** @typedef {{ path: string, folder: string, folders: string[], name: string, beside: string[] }} FolderFile */
/** @typedef {{ path: string, status: 'skipped' | 'failed', problem: string }} Refused What cannot be sent, and why. */

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
  const base = asOneForm(video.replace(/\.[^.]*$/, ''))
  const belongs = (/** @type {string} */ name) => name.startsWith(base) && /^(\.|-\w+\.\w+$)/.test(name.slice(base.length))
  return names.filter((name) => belongs(asOneForm(name))).slice(0, maxBeside)
}

/** An accent is one letter or two on other systems, and some of them ignore the case. @param {string} name */
const asOneForm = (name) => name.normalize().toLowerCase()

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

export const skippedFolders = new Set([
  '#recycle',
  '#snapshot',
  '$recycle.bin',
  'recycler',
  'system volume information',
  'lost+found',
  '__macosx',
])

/** Folders of systems and network drives: what was deleted, pictures that they made, and those that are hidden. @param {string} name */
const isSkippedFolder = (name) => /^[.@]/.test(name) || skippedFolders.has(name.toLowerCase())

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
    folders: entries.filter((entry) => entry.isDirectory() && !isSkippedFolder(entry.name)).map(({ name }) => name),
  }
}

/**
 * The videos below a folder in the order of their names, each with the names beside it, and what cannot be sent.
 * @param {string} root @param {string[]} [folders] @returns {AsyncGenerator<FolderFile | Refused>}
 */
export async function* filesBelow(root, folders = []) {
  const folder = join(root, ...folders)
  const entries = await entriesOf(folder).catch(() => undefined)
  if (entries === undefined) {
    const problem = folder.includes('\ufffd')
      ? 'The name of this folder is not valid text. Rename it.'
      : 'This folder cannot be read. Check its permissions.'
    yield { path: `${join(...folders)}/`, status: 'failed', problem }
    return
  }
  const videos = videosAmong(entries.names)
  for (const video of videos) yield { path: join(...folders, video.name), folder, folders, ...video }
  for (const name of otherVideosIn(entries.names).sort())
    yield { path: join(...folders, name), status: 'skipped', problem: unsupportedFormat(name) }
  for (const name of entries.folders.sort()) {
    if (folders.length < maxDepth) yield* filesBelow(root, [...folders, name])
    else {
      const problem = `Folders are read ${maxDepth} levels deep. Import this one by itself.`
      yield { path: `${join(...folders, name)}/`, status: 'failed', problem }
    }
  }
}

/** Undefined if it is larger. @param {string} path @param {number} maxBytes */
async function readSmall(path, maxBytes) {
  const { size } = await stat(path)
  return size > maxBytes ? undefined : readFile(path)
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
    // What cannot be read keeps no video from being sent.
    const bytes = /\.(txt|description|json|nfo)$/i.test(each)
      ? await readSmall(path, Math.min(maxTextBytes, left)).catch(() => undefined)
      : undefined
    found.push({ name: each, ...(bytes && { bytes: bytes.toString('base64') }) })
    left -= bytes?.length ?? 0
  }
  return { path: [...folders, name].join('/'), modifiedAt: modifiedAt.toISOString(), beside: found }
}
