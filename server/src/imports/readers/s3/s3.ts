import { Failure } from '@video-forge/contract/errors'
import { tagNames } from '@video-forge/contract/text/tags'
import { emptyItem, type ImportItem, keyOf } from '../../item.ts'
import { describeFile } from '../folder/describe-file.ts'
import { otherVideosIn, unsupportedFormat } from '../other-videos.ts'
import { readBytes, readDate, titleInName } from '../read-values.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import { baseOf, groupNames, isVideoName } from '../sidecar-files.ts'
import { isSkippedFolder } from '../skipped-folders.ts'
import { readXml, textOf } from '../xml.ts'

export interface S3Request {
  bucket: string
  prefix: string
  endpoint?: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
  subfolders?: 'tags' | 'nothing' | undefined
}

const linkSeconds = 3600
const maxListBytes = 4 * 1024 * 1024

/** The libraries are loaded at the first import of this kind: most sites never make one. */
const loadSigner = async () => {
  const [client, { getSignedUrl }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')])
  return { ...client, getSignedUrl }
}

type Command = { get: string } | { list: string; after: string | undefined }

/** Only signs an address: the requests themselves go through the guard against private networks, as all of an import do. */
async function sign(
  { endpoint, region, accessKeyId, secretAccessKey, pathStyle, bucket: Bucket }: S3Request,
  command: Command,
): Promise<string> {
  const { S3Client, GetObjectCommand, ListObjectsV2Command, getSignedUrl } = await loadSigner()
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
  })
  const options = { expiresIn: linkSeconds }
  return 'get' in command
    ? getSignedUrl(client, new GetObjectCommand({ Bucket, Key: command.get }), options)
    : getSignedUrl(
        client,
        new ListObjectsV2Command({ Bucket, Prefix: command.list, ...(command.after && { StartAfter: command.after }) }),
        options,
      )
}

const linkTo = (request: S3Request, key: string): Promise<string> => sign(request, { get: key })

interface Listed {
  key: string
  bytes: number | null
  date: string | null
}

async function listObjects(request: S3Request, prefix: string, after: string | undefined, { getText }: ReaderContext) {
  const text = await getText(await sign(request, { list: prefix, after }), { maxBytes: maxListBytes })
  const objects: Listed[] = []
  let isCut = false
  for (const element of readXml(text, ['contents'])) {
    if (element.name === 'contents')
      objects.push({
        key: textOf(element, 'key'),
        bytes: readBytes(textOf(element, 'size')),
        date: readDate(textOf(element, 'lastmodified')),
      })
    else if (element.name === 'listbucketresult') isCut = textOf(element, 'istruncated') === 'true'
    else throw new Failure('INVALID_SOURCE', 'This is not an S3 server, or the bucket does not exist.')
  }
  return { objects, isCut }
}

const nameIn = (key: string): string => key.split('/').at(-1) ?? ''

const foldersIn = ({ prefix }: S3Request, key: string): string[] => key.slice(prefix.length).split('/').slice(0, -1)

/** Those of formats that this product does not take. */
function otherVideosAmong(objects: readonly Listed[]): Set<string> {
  const byFolder = new Map<string, string[]>()
  for (const { key } of objects) {
    const folder = key.slice(0, key.length - nameIn(key).length)
    const names = byFolder.get(folder)
    if (names) names.push(nameIn(key))
    else byFolder.set(folder, [nameIn(key)])
  }
  return new Set([...byFolder].flatMap(([folder, names]) => otherVideosIn(names).map((name) => folder + name)))
}

function itemOf(request: S3Request, { key, bytes, date }: Listed, isOther: boolean): ImportItem {
  const item = emptyItem(keyOf('s3', request.endpoint ?? 'aws', request.bucket, key), key)
  if (isOther) return { ...item, problem: unsupportedFormat(key) }
  const name = nameIn(key)
  const tags = request.subfolders === 'tags' ? tagNames(foldersIn(request, key)) : []
  return { ...item, source: { from: 's3', key }, filename: name, title: titleInName(name), tags, bytes, date }
}

async function* list(request: S3Request, listedTo: unknown, context: ReaderContext) {
  let after = typeof listedTo === 'string' ? listedTo : undefined
  for (;;) {
    const { objects, isCut } = await listObjects(request, request.prefix, after, context)
    after = objects.at(-1)?.key
    const found = objects.filter(({ key }) => !foldersIn(request, key).some(isSkippedFolder))
    const others = otherVideosAmong(found)
    const items = found
      .filter((each) => isVideoName(nameIn(each.key)) || others.has(each.key))
      .map((each) => itemOf(request, each, others.has(each.key)))
    yield { items, listedTo: after ?? '' }
    if (!isCut || after === undefined) return
  }
}

/** Of the names of a folder, those that belong to a video. Its accents may be one letter or two. */
async function namesBeside(request: S3Request, folder: string, video: string, context: ReaderContext): Promise<string[]> {
  const base = baseOf(video)
  const names: string[] = []
  for (const form of new Set([base, base.normalize('NFC'), base.normalize('NFD')])) {
    const { objects } = await listObjects(request, folder + form, undefined, context)
    names.push(...objects.map(({ key }) => key.slice(folder.length)).filter((name) => !name.includes('/')))
  }
  return [...new Set(names)]
}

/** The text of a small file beside a video; undefined if it cannot be read, which keeps no video from being imported. */
async function readBeside(request: S3Request, key: string, { getText, signal }: ReaderContext): Promise<string | undefined> {
  try {
    return await getText(await linkTo(request, key), { maxBytes: maxListBytes })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof Failure)) throw error
    return undefined
  }
}

/** Looks for the files beside it, and describes it as those of a folder of the server. */
async function complete(request: S3Request, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  if (item.source?.from !== 's3') return item
  const { key } = item.source
  const video = nameIn(key)
  const folder = key.slice(0, key.length - video.length)
  const group = groupNames(await namesBeside(request, folder, video, context)).find((each) => each.video === video)
  const modifiedAt = item.date === null ? null : new Date(item.date)
  const file = { video, sidecars: group?.sidecars ?? [], folders: [], modifiedAt, subfolders: 'nothing' as const }
  const { captions, thumbnail, ...details } = await describeFile(file, (name) => readBeside(request, folder + name, context))
  return {
    ...item,
    ...details,
    tags: tagNames([...item.tags, ...details.tags]),
    thumbnail: thumbnail === null ? null : { from: 's3', key: folder + thumbnail },
    captions: captions.map(({ name, ...caption }) => ({ ...caption, source: { from: 's3', key: folder + name } })),
  }
}

export const s3: Reader<S3Request> = { list, complete, linkTo }
