/** How videos are protected: passwords, embedding domains and playback tokens. */
export const protectionRules = {
  passwordMinLength: 6,
  passwordMaxLength: 200,
  /** How long a typed password opens a video. */
  unlockHours: 4,
  maxEmbedDomains: 50,
  signingKeysPerUser: 20,
  /** How far in the future a playback token may end. */
  maxTokenDays: 7,
  /** Characters of a playback token. */
  maxTokenLength: 4096,
  /** The most viewers that a token may be limited to. */
  maxTokenViewers: 1000,
} as const

export const signingAlgorithms = ['EdDSA', 'HS256'] as const
export type SigningAlgorithm = (typeof signingAlgorithms)[number]
