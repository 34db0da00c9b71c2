import { Failure } from '@video-forge/contract/errors'
import { readBytes, readDate } from '../read-values.ts'
import type { ReaderContext } from '../reader.ts'
import { readXml, textOf } from '../xml.ts'

/** A bucket, and who may read it. */
export interface Bucket {
  bucket: string
  endpoint?: string | undefined
  region: string
  accessKeyId: string
  secretAccessKey: string
  pathStyle: boolean
}

export interface Listed {
  key: string
  bytes: number | null
  date: string | null
}

const linkSeconds = 3600
const maxTextBytes = 4 * 1024 * 1024

/** The libraries are loaded at the first import of this kind: most sites never make one. */
const loadSigner = async () => {
  const [client, { getSignedUrl }] = await Promise.all([import('@aws-sdk/client-s3'), import('@aws-sdk/s3-request-presigner')])
  return { ...client, getSignedUrl }
}

type Command = { get: string } | { list: string; after: string | undefined }

/** Only signs an address: the requests themselves go through the guard against private networks, as all of an import do. */
async function sign({ endpoint, region, accessKeyId, secretAccessKey, pathStyle, bucket }: Bucket, command: Command): Promise<string> {
  const { S3Client, GetObjectCommand, ListObjectsV2Command, getSignedUrl } = await loadSigner()
  const client = new S3Client({
    ...(endpoint && { endpoint }),
    region,
    credentials: { accessKeyId, secretAccessKey },
    forcePathStyle: pathStyle,
  })
  const options = { expiresIn: linkSeconds }
  return 'get' in command
    ? getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: command.get }), options)
    : getSignedUrl(
        client,
        new ListObjectsV2Command({ Bucket: bucket, Prefix: command.list, ...(command.after && { StartAfter: command.after }) }),
        options,
      )
}

export const linkTo = (bucket: Bucket, key: string): Promise<string> => sign(bucket, { get: key })

/** A page of what begins with a prefix, in the order of the keys. */
export async function listObjects(bucket: Bucket, prefix: string, after: string | undefined, { getText }: ReaderContext) {
  const text = await getText(await sign(bucket, { list: prefix, after }), { maxBytes: maxTextBytes })
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

/** It is not there, or nobody may read it. A server that does not answer says nothing about its files. */
const isMissing = (error: unknown): boolean =>
  error instanceof Failure && (error.code === 'TOO_LARGE' || error.extra?.['status'] === 403 || error.extra?.['status'] === 404)

/** The text of a small file; undefined where there is none. */
export async function readObject(
  bucket: Bucket,
  key: string,
  { getText, signal }: ReaderContext,
  maxBytes = maxTextBytes,
): Promise<string | undefined> {
  try {
    return await getText(await linkTo(bucket, key), { maxBytes })
  } catch (error) {
    signal.throwIfAborted()
    if (isMissing(error)) return undefined
    throw error
  }
}

export const nameIn = (key: string): string => key.slice(key.lastIndexOf('/') + 1)

/** With the slash at its end; empty for what lies in no folder. */
export const folderIn = (key: string): string => key.slice(0, key.lastIndexOf('/') + 1)
