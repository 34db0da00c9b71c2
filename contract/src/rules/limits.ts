/** The numbers of the product (seconds, bytes, counts) that server and web must agree on. */
export const limits = {
  apiTimeoutSeconds: 30,
  jobPollSeconds: 3,
  liveReconnectSeconds: 5,
  liveEntryExpirySeconds: 10,
  liveCleanupSeconds: 5,
  chunkLoadTimeoutSeconds: 120,

  codeLength: 6,
  codeMinutes: 10,
  codeTries: 5,
  resendWaitSeconds: 30,
  /** How long a sign-in proves who somebody is, where there is no password to ask for. */
  freshSignInMinutes: 10,
  sessionsListed: 100,
  usernameMinLength: 3,
  usernameMaxLength: 40,
  emailMaxLength: 254,
  passwordMinLength: 6,
  passwordStrongLength: 8,
  passwordMaxLength: 200,

  /** How long a message stays before the page goes on, in milliseconds. */
  callbackSuccessDelay: 1500,
  createdMessageDelay: 2000,
  callbackErrorDelay: 3000,
  confirmedMessageDelay: 5000,

  titleMaxLength: 100,
  descriptionMaxLength: 500,
  maxUploadBytes: 524_288_000,
  galleryPage: 50,
  defaultQuality: '720p',
  /** Stock cards take this many tags and show the first two. */
  stockTagsTaken: 4,
  stockTagsShown: 2,
  /** Above this a file is sent in pieces that can be resumed. */
  resumableFromBytes: 64 * 1024 * 1024,
  adminRecentJobs: 10,
  /** Shown until the first live event tells how many jobs one worker takes at once. */
  shownMaxConcurrent: 2,
  loadTestJobs: 5,
  oldJobDays: 30,
  tempFileHours: 24,
  recentAssetDays: 30,
  reportDays: 30,
  trashDays: 7,
  /** How long an address that storage elsewhere (S3) gave out for a file can be used. */
  storageLinkSeconds: 120,
} as const
