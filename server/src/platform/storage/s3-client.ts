import { S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import type { Config } from '../../config.ts'
import { ObjectReplaced, StorageUnavailable } from './storage.ts'

export type S3Config = Extract<Config['storage'], { kind: 's3' }>

/** Checksums only where S3 requires them: other servers refuse trailing checksums of a streamed body. */
export const s3ClientOptions = ({ endpoint, region, accessKeyId, secretAccessKey, forcePathStyle }: S3Config) => ({
  ...(endpoint && { endpoint }),
  region,
  credentials: { accessKeyId, secretAccessKey },
  forcePathStyle,
  // Without timeouts a request on a dead connection would never end.
  requestHandler: { connectionTimeout: 5000, socketTimeout: 30_000 },
  requestChecksumCalculation: 'WHEN_REQUIRED' as const,
  responseChecksumValidation: 'WHEN_REQUIRED' as const,
})

export const connectToS3 = (config: S3Config): S3Client => new S3Client(s3ClientOptions(config))

/**
 * Only signs links. A signature covers the host name, so links must be signed for the name under which browsers reach the server.
 */
export const signerFor = (config: S3Config): S3Client => connectToS3({ ...config, endpoint: config.publicEndpoint ?? config.endpoint })

/** For `.catch`: undefined when the object or upload does not exist. */
export function absent(error: unknown): undefined {
  if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
  throw error
}

/** ObjectReplaced when the error says that the tag does not match. */
export const replaced = (error: unknown): unknown =>
  error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412 ? new ObjectReplaced({ cause: error }) : error

/** For `.catch`: a refusal of the server stays as it is; every other error means that the store is unavailable. */
export function unavailable(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
  if (error instanceof StorageUnavailable || error instanceof ObjectReplaced || (status !== undefined && status < 500 && status !== 429))
    throw error
  throw new StorageUnavailable(`S3 is unavailable: ${error instanceof Error ? error.message || error.name : error}`, {
    cause: error,
  })
}
