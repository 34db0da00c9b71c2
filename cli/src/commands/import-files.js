import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { uploadTypeOf } from '@video-forge/client/node'

/** @typedef {{ path: string, folders: string[], captions: { path: string, language: string }[], description?: string, picture?: string, details?: string }} FolderFile */

/** @param {string} name */
const baseOf = (name) => name.replace(/\.[^.]*$/, '')
/** @param {string} name */
const isVideo = (name) => !name.startsWith('.') && /\.\w{1,5}$/.test(name) && uploadTypeOf(name).startsWith('video/')

/** The language in a name like 'talk.de.srt'; `und` if there is none. @param {string} name */
function languageIn(name) {
  const code = baseOf(name).split('.').slice(1).at(-1) ?? ''
  try {
    const [known = ''] = /^[a-z]{2,3}([-_]\w{2,8})*$/i.test(code) ? Intl.getCanonicalLocales(code.replaceAll('_', '-')) : []
    return known && new Intl.DisplayNames(['en'], { type: 'language' }).of(known) !== known ? known : 'und'
  } catch {
    return 'und'
  }
}

/**
 * The videos below a folder in the order of their names, each with the files beside it that begin with its name.
 * @param {string} root @param {string[]} [folders] @returns {AsyncGenerator<FolderFile>}
 */
export async function* filesBelow(root, folders = []) {
  const folder = join(root, ...folders)
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
  const bases = new Set(names.filter(isVideo).map(baseOf))
  /** The longest name of a video that this one begins with. @param {string} name */
  const ownerOf = (name) => {
    let base = baseOf(name).replace(/-(thumb|poster)$/i, '')
    while (!bases.has(base) && base.includes('.')) base = baseOf(base)
    return bases.has(base) ? base : undefined
  }
  const beside = names.filter((name) => !isVideo(name) && !name.startsWith('.')).map((name) => ({ name, owner: ownerOf(name) }))
  for (const video of names.filter(isVideo).sort()) {
    const own = beside.filter(({ owner }) => owner === baseOf(video)).map(({ name }) => name)
    /** @param {RegExp} ending */
    const first = (ending) => own.find((name) => ending.test(name))
    const [description, picture, details] = [first(/\.(txt|description)$/i), first(/\.(jpe?g|png|webp)$/i), first(/\.json$/i)]
    yield {
      path: join(...folders, video),
      folders,
      captions: own.filter((name) => /\.(srt|vtt)$/i.test(name)).map((name) => ({ path: join(folder, name), language: languageIn(name) })),
      ...(description && { description: join(folder, description) }),
      ...(picture && { picture: join(folder, picture) }),
      ...(details && { details: join(folder, details) }),
    }
  }
  const inner = entries.filter((entry) => entry.isDirectory() && !/^[.@]/.test(entry.name)).map(({ name }) => name)
  for (const name of inner.sort()) yield* filesBelow(root, [...folders, name])
}

/** What is known of a file besides its bytes, within the limits of the site. @param {FolderFile} file */
export async function detailsOf({ path, folders, description, details }) {
  const said = details
    ? await readFile(details, 'utf8')
        .then(JSON.parse)
        .catch(() => ({}))
    : {}
  const text = description ? (await readFile(description, 'utf8')).trim() : said.description
  const tags = [...folders, ...(Array.isArray(said.tags) ? said.tags : [])].filter((tag) => typeof tag === 'string' && tag.length <= 40)
  return {
    title: String(said.title || baseOf(basename(path))).slice(0, 100),
    description: typeof text === 'string' ? text.slice(0, 500) : undefined,
    tags: tags.slice(0, 20),
    /** What its own file calls private is not shown to more people. */
    isHidden: ['private', 'unlisted', 'needs_auth', 'premium_only', 'subscriber_only'].includes(said.visibility ?? said.availability),
  }
}
