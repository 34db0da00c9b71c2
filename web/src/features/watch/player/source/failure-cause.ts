/** Why a source failed, as far as the browser says. */
export type FailureCause = 'network' | 'format' | 'unknown'

/** The cause of an error of the video element. An address that does not answer may count as an unknown format, so that is no cause. */
export function causeOf(error: MediaError | null): FailureCause {
  if (navigator.onLine === false || (error && error.code === error.MEDIA_ERR_NETWORK)) return 'network'
  return error && error.code === error.MEDIA_ERR_DECODE ? 'format' : 'unknown'
}
