import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { Config } from '../../config.ts'
import { ObjectReplaced, StorageUnavailable } from './storage.ts'

export type S3Config = Extract<Config['storage'], { kind: 's3' }>

/** Checksums only where S3 demands them: other servers refuse the ones that a streamed body carries behind itself. */
export const s3ClientOptions = ({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Config) => ({
  ...(endpoint && { endpoint }),
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle,
  // Without these a connection that died without a word is waited for until the end of time.
  requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000 },
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
})

export const connectToS3 = (config: S3Config): S3Client => new S3Client(s3ClientOptions(config))

/**
 * Signs links for others and never connects. A signature covers the host's name, so where browsers know the server under another
 * one than we do, links must be signed for theirs.
 */
export const signerFor = (config: S3Config): S3Client => connectToS3({ ...config, endpoint: config.publicEndpoint ?? config.endpoint })

/** For `.catch`: undefined when the answer is that there is no such thing. */
export function absent(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
  throw error
}

/** What an error means for whoever named the tag of an object. */
export const replaced = (error: unknown): unknown =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412 ? new ObjectReplaced({ cause: error }) : error

/** For `.catch`: what the server does not want stays as it is; anything else is a server that is not there for us now. */
export function unavailable(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (error instanceof StorageUnavailable || error instanceof ObjectReplaced || (status !== undefined && status < 500 && status !== 429))
    throw error
  throw new StorageUnavailable(`S3 does not answer as it should: ${error instanceof Error ? error.message || error.name : error}`, {
    cause: error,
  })
}
