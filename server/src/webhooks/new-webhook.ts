import { randomBytes } from 'node:crypto'

export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64url')}`

/** A webhook that is called again, as if nothing had failed. */
export const resumed = { paused_at: null, pause_cause: null, needs_notice: false, failures: 0, failing_since: null }
