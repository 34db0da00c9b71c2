import { languageInFileName } from '@video-forge/contract/captions/language-in-file-name'
import { Failure } from '@video-forge/contract/errors'
import { tagNames } from '@video-forge/contract/text/tags'
import { emptyItem, type FileSource, type ImportItem, keyOf } from '../../item.ts'
import { readBytes, readDate, titleInName } from '../read-values.ts'
import type { Reader, ReaderContext } from '../reader.ts'
import { detailsInJson, detailsInNfo } from '../sidecar-details.ts'
import { baseOf, groupNames, isVideoName, roleOf } from '../sidecar-files.ts'
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

async function* list(request: S3Request, listedTo: unknown, context: ReaderContext) {
  let after = typeof listedTo === 'string' ? listedTo : undefined
  for (;;) {
    const { objects, isCut } = await listObjects(request, request.prefix, after, context)
    after = objects.at(-1)?.key
    const items = objects
      .filter(({ key }) => isVideoName(nameIn(key)))
      .map(({ key, bytes, date }): ImportItem => {
        const folders = key.slice(request.prefix.length).split('/').slice(0, -1)
        return {
          ...emptyItem(keyOf('s3', request.endpoint ?? 'aws', request.bucket, key), key),
          source: { from: 's3', key },
          filename: nameIn(key),
          title: titleInName(nameIn(key)),
          tags: request.subfolders === 'tags' ? tagNames(folders) : [],
          bytes,
          date,
        }
      })
    yield { items, listedTo: after ?? '' }
    if (!isCut || after === undefined) return
  }
}

/** Looks for the files beside it: those whose name begins with that of the video. */
async function complete(request: S3Request, item: ImportItem, context: ReaderContext): Promise<ImportItem> {
  if (item.source?.from !== 's3') return item
  const { key } = item.source
  const folder = key.slice(0, key.length - nameIn(key).length)
  const { objects } = await listObjects(request, folder + baseOf(nameIn(key)), undefined, context)
  const group = groupNames(objects.filter((each) => !each.key.slice(folder.length).includes('/')).map((each) => nameIn(each.key))).find(
    ({ video }) => video === nameIn(key),
  )
  const beside = (role: string): FileSource[] =>
    (group?.sidecars ?? []).filter((name) => roleOf(name) === role).map((name) => ({ from: 's3', key: folder + name }))
  const read = async (role: string): Promise<string> => {
    const [source] = beside(role)
    return source?.from === 's3' ? context.getText(await linkTo(request, source.key), { maxBytes: maxListBytes }) : ''
  }
  const description = (await read('description')).trim()
  const said = { ...detailsInNfo(await read('nfo')), ...detailsInJson(await read('details')) }
  return {
    ...item,
    ...(description && { description }),
    ...said,
    tags: tagNames([...item.tags, ...(said.tags ?? [])]),
    thumbnail: beside('picture')[0] ?? null,
    captions: beside('captions').map((source) => ({
      language: languageInFileName(source.from === 's3' ? nameIn(source.key) : '', baseOf(nameIn(key))) ?? 'und',
      source,
    })),
  }
}

export const s3: Reader<S3Request> = { list, complete, linkTo }
