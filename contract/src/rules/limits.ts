/** Limits that server and web share. */
export const limits = {
  apiTimeoutSeconds: 30,
  /** A call that sends a file may take longer. */
  fileTimeoutSeconds: 120,
  jobPollSeconds: 3,
  liveReconnectSeconds: 5,
  liveEntryExpirySeconds: 10,
  liveCleanupSeconds: 5,
  chunkLoadTimeoutSeconds: 120,

  codeLength: 6,
  codeMinutes: 10,
  codeTries: 5,
  resendWaitSeconds: 30,
  /** How old a sign-in may be to confirm a change in an account without a password. */
  freshSignInMinutes: 10,
  sessionsListed: 100,
  keyNameMaxLength: 60,
  keysPerUser: 50,
  /** Requests of one API key. */
  keyRequestsPerMinute: 600,
  invitationDays: 7,
  webhooksPerUser: 20,
  /** How much of a webhook's log is kept. */
  webhookLogCalls: 200,
  webhookLogDays: 14,
  webhookAnswerMaxLength: 2000,
  /** A webhook is paused after so many calls in a row that were given up, or after fewer over days. */
  webhookPauseCalls: 20,
  webhookPauseDays: 3,
  usernameMinLength: 3,
  usernameMaxLength: 40,
  emailMaxLength: 254,
  passwordMinLength: 6,
  passwordStrongLength: 8,
  passwordMaxLength: 200,

  /** Milliseconds before the page continues after a message. */
  callbackSuccessDelay: 1500,
  createdMessageDelay: 2000,
  callbackErrorDelay: 3000,
  confirmedMessageDelay: 5000,

  titleMaxLength: 100,
  descriptionMaxLength: 500,
  maxTags: 20,
  tagMaxLength: 40,
  maxChapters: 100,
  maxUploadBytes: 524_288_000,
  maxPictureBytes: 10 * 1024 * 1024,
  galleryPage: 50,
  /** How long a deleted video can be restored. */
  deletedVideoDays: 30,
  defaultQuality: '720p',
  /** Stock videos have up to four tags; their cards show the first two. */
  stockTagsTaken: 4,
  stockTagsShown: 2,
  /** Larger files use resumable uploads. */
  resumableFromBytes: 64 * 1024 * 1024,
  adminRecentJobs: 10,
  /** Shown until the first live event with the concurrency of a worker. */
  shownMaxConcurrent: 2,
  loadTestJobs: 5,
  oldJobDays: 30,
  tempFileHours: 24,
  recentAssetDays: 30,
  reportDays: 30,
  trashDays: 7,
  /** How long a signed link to a file in S3 works. */
  storageLinkSeconds: 120,
  /** How long what was watched during a job stays after it, beyond the length of the video. */
  livePartsSeconds: 3600,
} as const
