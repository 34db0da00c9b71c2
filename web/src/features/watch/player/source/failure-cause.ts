/** Why a source failed, as far as the browser says. */
export type FailureCause = 'network' | 'format' | 'unknown'

/** The cause of an error of the video element. */
export function causeOf(error: MediaError | null): FailureCause {
  if (navigator.onLine === false || error?.code === MediaError.MEDIA_ERR_NETWORK) return 'network'
  // Also for an address that does not answer, so the advice must fit both.
  if (error?.code === MediaError.MEDIA_ERR_DECODE) return 'format'
  return 'unknown'
}
