import {
  type CORSRule,
  GetBucketCorsCommand,
  ListObjectsV2Command,
  PutBucketCorsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { ConfigProblem } from '../../config.ts'
import type { S3Config } from './s3-client.ts'

const maxSkewMs = 5 * 60 * 1000
const answerMs = 10_000

/** Tries what the product needs. A problem is one sentence that names the variable and says what to do. */
export async function checkBucket(client: S3Client, config: S3Config): Promise<void> {
  const { bucket, endpoint, region } = config
  const where = endpoint ?? `AWS, region ${region}`
  try {
    const look = new ListObjectsV2Command({ Bucket: bucket, MaxKeys: 1 })
    await client.send(look, { abortSignal: AbortSignal.timeout(answerMs) })
  } catch (error) {
    const code = error instanceof S3ServiceException ? error.name : undefined
    if (code === 'NoSuchBucket')
      throw new ConfigProblem('S3_BUCKET', `'${bucket}' is not there at ${where}; create it, private, or correct the name`)
    if (code === 'InvalidAccessKeyId') throw new ConfigProblem('S3_ACCESS_KEY_ID', `is not known at ${where}`)
    if (code === 'SignatureDoesNotMatch') throw new ConfigProblem('S3_SECRET_ACCESS_KEY', 'does not belong to S3_ACCESS_KEY_ID')
    if (code === 'AccessDenied')
      throw new ConfigProblem('S3_ACCESS_KEY_ID', `may not list the bucket '${bucket}'; allow it to list, read, write and delete`)
    if (code === 'RequestTimeTooSkewed') throw skewed(where)
    if (code === 'PermanentRedirect') throw new ConfigProblem('S3_REGION', `is not where the bucket '${bucket}' lies`)
    throw new ConfigProblem(
      'S3_ENDPOINT',
      `does not answer as an S3 server (${where}): ${error instanceof Error ? error.message || error.name : error}`,
    )
  }
  // The client corrects a wrong clock for its own requests, but signed links would expire early or not be valid yet.
  if (endpoint) {
    const serverTime = await fetch(endpoint, { method: 'HEAD', signal: AbortSignal.timeout(answerMs) }).then(
      (answer) => Date.parse(answer.headers.get('date') ?? ''),
      () => Number.NaN,
    )
    if (Math.abs(serverTime - Date.now()) > maxSkewMs) throw skewed(where)
  }
}

const skewed = (where: string) =>
  new ConfigProblem('S3_ENDPOINT', `has another time than this machine (${where}): signed links would not be valid; set both clocks right`)

const exposed = ['ETag', 'Content-Length', 'Content-Range', 'Accept-Ranges']

/**
 * Links give access, so any page may read with one, but only our own pages send files. Some servers use only the first rule that matches an
 * origin, so ours contains everything.
 */
const rulesFor = (origin: string): CORSRule[] => [
  { AllowedMethods: ['PUT', 'GET', 'HEAD'], AllowedOrigins: [origin], AllowedHeaders: ['*'], ExposeHeaders: exposed, MaxAgeSeconds: 3600 },
  { AllowedMethods: ['GET', 'HEAD'], AllowedOrigins: ['*'], AllowedHeaders: ['*'], ExposeHeaders: exposed, MaxAgeSeconds: 3600 },
]

/** Adds CORS rules for our pages to those of the bucket. Undefined when all is well, else a sentence. */
export async function allowOurPages(client: S3Client, bucket: string, origin: string): Promise<string | undefined> {
  const rules = await client.send(new GetBucketCorsCommand({ Bucket: bucket })).then(
    ({ CORSRules = [] }) => CORSRules,
    (error: unknown) => (error instanceof S3ServiceException && error.name === 'NoSuchCORSConfiguration' ? [] : undefined),
  )
  const allowsUs = rules?.some(
    ({ AllowedMethods = [], AllowedOrigins = [] }) =>
      ['PUT', 'GET', 'HEAD'].every((method) => AllowedMethods.includes(method)) &&
      (AllowedOrigins.includes('*') || AllowedOrigins.includes(origin)),
  )
  if (allowsUs) return undefined
  const put = new PutBucketCorsCommand({ Bucket: bucket, CORSConfiguration: { CORSRules: [...rulesFor(origin), ...(rules ?? [])] } })
  const isSet = await (rules
    ? client
        .send(put)
        .then(() => true)
        .catch(() => false)
    : false)
  if (isSet) return undefined
  return rules
    ? `The bucket '${bucket}' does not let pages of ${origin} send or read files, and our key may not change that: add a CORS rule for PUT, GET and HEAD from ${origin} with all headers.`
    : `The CORS rules of the bucket '${bucket}' cannot be read: make sure that they allow PUT, GET and HEAD from ${origin} with all headers.`
}
