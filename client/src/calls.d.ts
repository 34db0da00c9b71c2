// Made from the endpoint table by `npm run generate`.
export type Account = {
  hasPassword: boolean
  hasPublicName: boolean
  pendingEmail: string | null
  videoCount: number
  isLastAdmin: boolean
  needsSignIn: boolean
}

export type AccountWebhook = {
  id: string
  url: string
  events: Array<'*' | 'job.*' | 'video.*' | 'caption.*' | 'job.created' | 'job.completed' | 'job.failed' | 'job.cancelled' | 'video.created' | 'video.ready' | 'video.updated' | 'video.deleted' | 'caption.ready' | 'caption.failed' | 'caption.updated' | 'caption.deleted'>
  createdAt: string
  pausedAt: string | null
  pauseCause: 'failing' | 'behind' | 'owner' | null
  last: {
    event: string
    at: string
    status: number | null
    error: string | null
  } | null
  waiting: number
}

export type AdminJob = {
  id: string
  title: string
  thumbnail_url: string | null
  visibility: 'public' | 'private'
  duration: number | null
  views: number
  input_source: string
  source_name: string
  output_formats: Array<'4k' | '1080p' | '720p' | '480p'>
  status: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  progress: number
  stage: string | null
  eta_seconds: number | null
  queue_position: number | null
  renditions: Array<{
    format: '4k' | '1080p' | '720p' | '480p'
    progress: number
  }>
  notes: Array<string>
  error_text: string | null
  error_cause: 'source-unreachable' | 'not-a-video' | 'too-large' | 'unsupported' | 'damaged' | 'no-space' | 'over-quota' | 'timed-out' | 'cancelled' | 'internal' | null
  error_detail: string | null
  asset_count: number
  playable: boolean
  transcription: Transcription | null
  created_at: string
  updated_at: string
  user_id: string
  user_email: string
  username: string
  bytes: number
  attempts: number
}

export type AdminTranscription = {
  status: 'waiting' | 'running' | 'failed'
  progress: number
  language: string
  message: string | null
  id: string
  title: string
  username: string
  user_email: string
  created_at: string
}

export type AdminUser = {
  id: string
  username: string
  email: string
  role: 'user' | 'admin'
  group: 'user' | 'admin'
  groups: Array<'user' | 'admin'>
  status: 'CONFIRMED' | 'UNCONFIRMED'
  mfaEnabled: boolean
  disabled: boolean
  videos: number
  files: number
  bytes: number
  activeJobs: number
  quotaBytes: number | null
  quotaJobs: number | null
  lastSignInAt: string | null
  createdAt: string
}

export type Asset = {
  id: string
  asset_type: 'TRANSCODE_4K' | 'TRANSCODE_1080' | 'TRANSCODE_720' | 'TRANSCODE_480' | 'GIF' | 'THUMBNAIL' | 'STORYBOARD' | 'METADATA_JSON' | 'ORIGINAL'
  file_size: number
  filename: string
  resolution: string | null
}

export type Caption = {
  id: string
  language: string
  label: string
  source: 'uploaded' | 'embedded' | 'automatic'
  isDefault: boolean
  isReviewed: boolean
  version: number
  url: string
  downloads: {
    vtt: string
    srt: string
    txt: string
  } | null
  updatedAt: string
}

export type DescribedFile = {
  title: string
  description: string
  tags: Array<string>
  createdAt: string
  visibility: 'public' | 'private'
  chapters: Array<{
    start: number
    title: string
  }>
  captions: Array<{
    name: string
    language: string
    label: string | null
    isDefault: boolean
  }>
  settings: {
    allowDownload?: boolean | undefined
    showViews?: boolean | undefined
    showHeat?: boolean | undefined
    embedDomains?: Array<string> | undefined
    language?: string | undefined
    visibility: 'public' | 'private'
  } | null
  notes: Array<string>
  picture: string | null
  playlist: string | null
}

export type Draft = {
  id: string
  title: string
  thumbnail_url: string | null
  visibility: 'public' | 'private'
  duration: number | null
  views: number
  input_source: string
  source_name: string
  playable: boolean
  created_at: string
}

export type DuplicateOf = {
  id: string
  title: string
  formats: Array<'4k' | '1080p' | '720p' | '480p'>
}

export type Export = {
  id: string
  status: 'preparing' | 'ready' | 'outdated' | 'failed'
  hasRenditions: boolean
  bytes: number | null
  filename: string
  downloadUrl: string | null
  createdAt: string
  expiresAt: string | null
}

export type Import = {
  id: string
  kind: 'import' | 'bulk' | 'export'
  title: string
  status: 'listing' | 'running' | 'completed' | 'failed' | 'cancelled'
  counts: {
    total: number
    done: number
    skipped: number
    failed: number
  }
  message: string | null
  createdAt: string
  endedAt: string | null
  items: Array<TaskItem>
}

export type ImportPreview = {
  count: number
  isAtLeast: boolean
  bytes: number | null
  seconds: number | null
  duplicates: number
  skipped: {
    count: number
    items: Array<{
      source: string
      reason: string
    }>
  }
  items: Array<ImportPreviewItem>
}

export type ImportPreviewItem = {
  source: string
  title: string
  date: string | null
  visibility: 'public' | 'private'
  bytes: number | null
  seconds: number | null
}

export type Invitation = {
  id: string
  email: string
  invitedBy: string | null
  createdAt: string
  expiresAt: string
  isExpired: boolean
}

export type Job = {
  id: string
  title: string
  thumbnail_url: string | null
  visibility: 'public' | 'private'
  duration: number | null
  views: number
  input_source: string
  source_name: string
  output_formats: Array<'4k' | '1080p' | '720p' | '480p'>
  status: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  progress: number
  stage: string | null
  eta_seconds: number | null
  queue_position: number | null
  renditions: Array<{
    format: '4k' | '1080p' | '720p' | '480p'
    progress: number
  }>
  notes: Array<string>
  error_text: string | null
  error_cause: 'source-unreachable' | 'not-a-video' | 'too-large' | 'unsupported' | 'damaged' | 'no-space' | 'over-quota' | 'timed-out' | 'cancelled' | 'internal' | null
  error_detail: string | null
  asset_count: number
  playable: boolean
  transcription: Transcription | null
  created_at: string
  updated_at: string
}

export type JobRemoved = {
  jobId: string
}

export type JobUpdate = {
  jobId: string
  status: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
  progress: number
  updated_at: string
  stage: string | null
  eta_seconds: number | null
  queue_position: number | null
  renditions: Array<{
    format: '4k' | '1080p' | '720p' | '480p'
    progress: number
  }>
  error_text: string | null
  error_cause: 'source-unreachable' | 'not-a-video' | 'too-large' | 'unsupported' | 'damaged' | 'no-space' | 'over-quota' | 'timed-out' | 'cancelled' | 'internal' | null
  asset_count: number
  playable: boolean
  transcription: Transcription | null
  has_thumbnail: boolean
}

export type Key = {
  id: string
  name: string
  scopes: Array<'read' | 'upload' | 'manage' | 'admin'>
  prefix: string
  createdAt: string
  expiresAt: string | null
  isExpired: boolean
  lastUsedAt: string | null
  lastUsedAddress: string | null
  lastUsedBy: string | null
}

export type ListedPlaylist = {
  id: string
  title: string
  description: string
  visibility: 'public' | 'link' | 'private'
  kind: 'list' | 'watch-later'
  videoCount: number
  thumbnailUrl: string | null
  owner: PublicPerson | null
  canEdit: boolean
  createdAt: string
  updatedAt: string
  hasVideo: boolean | null
}

export type Metadata = {
  duration: number
  width: number
  height: number
  resolution: string
  videoCodec: string
  audioCodec: string | null
  frameRate: number
  bitrate: number
  size: number
  container: string
  rotation: number
  hdr: boolean
}

export type OutputFormat = '4k' | '1080p' | '720p' | '480p'

export type OwnedKey = {
  id: string
  name: string
  scopes: Array<'read' | 'upload' | 'manage' | 'admin'>
  prefix: string
  createdAt: string
  expiresAt: string | null
  isExpired: boolean
  lastUsedAt: string | null
  lastUsedAddress: string | null
  lastUsedBy: string | null
  owner: {
    id: string
    username: string
  }
}

export type Person = {
  username: string
  name: string
  videoCount: number
  since: string
}

export type PlayReport = {
  session: string
  ranges: Array<[number, number]>
  startup: number | null
  stalls: number
  watched?: number | undefined
  referrer?: string | undefined
}

export type PlaylistDetails = {
  id: string
  title: string
  description: string
  visibility: 'public' | 'link' | 'private'
  kind: 'list' | 'watch-later'
  videoCount: number
  thumbnailUrl: string | null
  owner: PublicPerson | null
  canEdit: boolean
  createdAt: string
  updatedAt: string
  version: number | null
  videoIds: Array<string>
}

export type ProcessingStatus = {
  queue: {
    queuedJobs: number
    activeJobs: number
    maxConcurrentJobs: number
  }
  systemHealth: {
    database: {
      status: 'connected' | 'failing'
      checkedAt: string
      milliseconds: number
      message: string | null
    }
    cache: {
      status: 'connected' | 'failing'
      checkedAt: string
      milliseconds: number
      message: string | null
    }
    storage: {
      status: 'connected' | 'failing'
      checkedAt: string
      milliseconds: number
      message: string | null
    }
    queue: {
      status: 'connected' | 'failing'
      checkedAt: string
      milliseconds: number
      message: string | null
    }
    mail: {
      status: 'connected' | 'failing'
      checkedAt: string
      milliseconds: number
      message: string | null
    }
    ffmpeg: {
      status: 'connected' | 'failing'
      checkedAt: string
      milliseconds: number
      message: string | null
    }
  }
  ffmpeg: {
    version: string
    isOld: boolean
    verdict: string
    encoders: Array<{
      name: string
      available: boolean
    }>
  }
  workers: Array<{
    id: string
    host: string
    pid: number
    role: string
    concurrency: number
    jobs: Array<{
      id: string
      title: string
      status: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
      progress: number
      stage: string | null
    }>
    load: number
    cores: number
    diskFree: number | null
    diskTotal: number | null
    startedAt: string
    seenAt: string
  }>
  disk: {
    free: number
    total: number
  } | null
  captions: {
    mode: 'auto' | 'manual' | 'off'
    siteLanguage: string | null
    models: Array<{
      name: string | null
      languages: Array<string>
      folder: string | null
      problem: string | null
    }>
  }
}

export type PublicPerson = {
  username: string
  name: string
}

export type ReencodeSettings = {
  mode: 'off' | 'popular' | 'all'
  minPlays: number
  fromHour: number
  toHour: number
  cpuShare: number
}

export type Reencoding = {
  settings: ReencodeSettings
  counts: Record<string, number>
  published: {
    bytes: number
    bytesBefore: number
    videos: number
  }
  cpuSeconds: number
  served: {
    h264: number
    av1: number
    saved: number
  }
  recent: Array<{
    videoId: string
    title: string
    format: '4k' | '1080p' | '720p' | '480p'
    status: 'waiting' | 'running' | 'published' | 'not-worth-it' | 'skipped' | 'failed'
    reason: string | null
    bytes: number | null
    bytesBefore: number
    ssim: number | null
    ssimBefore: number | null
    cpuSeconds: number
    served: number
    saved: number
    endedAt: string
  }>
}

export type SearchMatch = {
  start: number
  text: string
  marks: Array<[number, number]>
  captionId: string
  language: string
}

export type SearchResult = {
  video: Video
  matches: Array<SearchMatch>
  more: number
  marks: {
    title: Array<[number, number]>
    description: Array<[number, number]>
    tags: Array<Array<[number, number]>>
  }
}

export type Session = {
  id: string
  current: boolean
  createdAt: string
  lastUsedAt: string
  device: string
}

export type ShareLink = {
  id: string
  url: string
  createdAt: string
  expiresAt: string
}

export type SigningKey = {
  id: string
  name: string
  algorithm: 'EdDSA' | 'HS256'
  publicKey: string | null
  createdAt: string
}

export type StockHit = {
  id: number
  tags: string
  type: string
  videos: {
    large: {
      thumbnail: string
      url: string
    }
  }
}

export type StorageStats = {
  bucket: {
    totalSize: number
    totalSizeMB: number
    totalFiles: number
    totalBytes: number
    bucketName: string
  }
  assets: {
    total: number
    recent: number
    bytes: number
  }
  lastUpdated: string
  byPrefix: Array<{
    files: number
    bytes: number
    name: string
  }>
  byKind: Array<{
    files: number
    bytes: number
    kind: string
  }>
  byUser: Array<{
    files: number
    bytes: number
    userId: string
    username: string
    email: string
  }>
  trash: {
    files: number
    bytes: number
  }
  disk: {
    free: number
    total: number
  } | null
}

export type SystemStats = {
  currentJobs: number
  queueLength: number
  maxConcurrent: number
}

export type Task = {
  id: string
  kind: 'import' | 'bulk' | 'export'
  title: string
  status: 'listing' | 'running' | 'completed' | 'failed' | 'cancelled'
  counts: {
    total: number
    done: number
    skipped: number
    failed: number
  }
  message: string | null
  createdAt: string
  endedAt: string | null
}

export type TaskItem = {
  source: string
  status: 'waiting' | 'running' | 'done' | 'skipped' | 'failed'
  videoId: string | null
  videoTitle: string | null
  reason: string | null
}

export type Transcription = {
  status: 'waiting' | 'running' | 'failed'
  progress: number
  language: string
  message: string | null
}

export type TrashedVideo = {
  id: string
  title: string
  visibility: 'public' | 'private'
  duration: number | null
  bytes: number
  createdAt: string
  deletedAt: string
  expiresAt: string
  canRestore: boolean
  owner: {
    id: string
    username: string
    email: string
  } | null
}

export type UnusedQuality = {
  videoId: string
  title: string
  username: string
  format: '4k' | '1080p' | '720p' | '480p'
  codec: 'h264' | 'av1'
  bytes: number
  av1Bytes: number
  keepsAv1: boolean
  remaining: '4k' | '1080p' | '720p' | '480p'
  lastPlayed: string | null
  canBeMade: boolean
}

export type User = {
  id: string
  username: string
  email: string
  role: 'user' | 'admin'
  group: 'user' | 'admin'
  groups: Array<'user' | 'admin'>
  status: 'CONFIRMED' | 'UNCONFIRMED'
  mfaEnabled: boolean
}

export type Video = {
  id: string
  title: string
  description: string
  visibility: 'public' | 'private'
  status: 'uploaded' | 'processing' | 'ready' | 'failed'
  thumbnailUrl: string | null
  cardUrl: string | null
  previewUrl: string | null
  duration: number | null
  resolution: string | null
  videoCodec: string | null
  audioCodec: string | null
  createdAt: string
  owner: PublicPerson | null
  tags: Array<string>
  views: number | null
  hasPassword: boolean
}

export type VideoDetails = {
  id: string
  title: string
  description: string
  visibility: 'public' | 'private'
  status: 'uploaded' | 'processing' | 'ready' | 'failed'
  thumbnailUrl: string | null
  cardUrl: string | null
  previewUrl: string | null
  duration: number | null
  resolution: string | null
  videoCodec: string | null
  audioCodec: string | null
  createdAt: string
  owner: PublicPerson | null
  tags: Array<string>
  views: number | null
  hasPassword: boolean
  storyboardUrl: string | null
  heat: Array<number> | null
  showViews: boolean
  showHeat: boolean
  hasChosenThumbnail: boolean
  canEdit: boolean
  hasJob: boolean
  jobStatus: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | null
  startSource: string | null
  lingerSeconds: number | null
  chapters: Array<{
    start: number
    title: string
  }>
  chaptersFrom: 'owner' | 'description' | null
  captions: Array<Caption>
  captionChoice: {
    captions: 'auto' | 'off'
    language: string | null
  } | null
  embedDomains: Array<string> | null
  allowDownload: boolean
  canDownload: boolean
  processing: boolean
  replacing: boolean
  progress: {
    status: string
    progress: number
    stage: string | null
    etaSeconds: number | null
  } | null
}

export type Watched = {
  video: Video
  watchedAt: string
  seconds: number
}

export type Webhook = {
  url: string
  created_at: string
  last: {
    event: string
    at: string
    status: number | null
    error: string | null
  } | null
  waiting: number
}

export type WebhookDelivery = {
  id: string
  event: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: string
  attempts: number
  attemptedAt: string | null
  durationMs: number | null
  status: number | null
  error: string | null
  nextAttemptAt: string | null
}

export type WebhookDeliveryDetails = {
  id: string
  event: string
  state: 'waiting' | 'delivered' | 'failed'
  createdAt: string
  attempts: number
  attemptedAt: string | null
  durationMs: number | null
  status: number | null
  error: string | null
  nextAttemptAt: string | null
  request: {
    url: string
    headers: Record<string, string>
    body: string
  } | null
  answer: string | null
}

export interface Calls {
  /** Sign in with a username or an e-mail address and a password */
  'POST /auth/login': {
    request: {
      body: {
        username: string
        password: string
      }
    }
    answer: {
      success: true
      result: {
        tokens: {
          idToken: string
          accessToken: string
          refreshToken: string
        }
        user: User
      }
    }
  }
  /** Finish a sign-in with the mailed code */
  'POST /auth/mfa/complete': {
    request: {
      body: {
        session: string
        otpCode: string
        challengeName: string
        username: string
      }
    }
    answer: {
      success: true
      result: {
        tokens: {
          idToken: string
          accessToken: string
          refreshToken: string
        }
        user: User
      }
    }
  }
  /** Exchange a refresh token for new tokens; each refresh token works once */
  'POST /auth/refresh': {
    request: {
      body: {
        refreshToken: string
      }
    }
    answer: {
      success: true
      result: {
        tokens: {
          idToken: string
          accessToken: string
          refreshToken: string
        }
        user: User
      }
    }
  }
  /** End this session and its refresh tokens */
  'POST /auth/logout': {
    request: Record<never, never>
    answer: {
      success: true
      message: string
    }
  }
  /** The signed-in user */
  'GET /auth/profile': {
    request: Record<never, never>
    answer: {
      success: true
      user: User
    }
  }
  /** Create an account in the user group and mail a verification code */
  'POST /auth/register-with-group': {
    request: {
      body: {
        username: string
        email: string
        password: string
        invitation?: string | undefined
      }
    }
    answer: {
      success: true
      message: string
      user: User
    }
  }
  /** Confirm an e-mail address with the mailed code */
  'POST /auth/confirm-email': {
    request: {
      body: {
        email?: string | undefined
        username: string
        confirmationCode: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Send a new verification code; the response is the same whether the account exists or not */
  'POST /auth/resend-confirmation': {
    request: {
      body: {
        email?: string | undefined
        username: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Turn the e-mail code at sign-in on or off */
  'PUT /auth/mfa': {
    request: {
      body: {
        enabled: boolean
        password: string
      }
    }
    answer: {
      success: true
      enabled: boolean
    }
  }
  /** Make the user with this e-mail address an admin */
  'POST /auth/groups/admin': {
    request: {
      body: {
        email: string
      }
    }
    answer: {
      success: true
      user: User
    }
  }
  /** The role and permissions of a user */
  'GET /auth/users/{id}/permissions': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        role: 'user' | 'admin'
        permissions: Array<string>
      }
    }
  }
  /** Delete a user and everything they own */
  'DELETE /auth/users/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Public settings of this site */
  'GET /site': {
    request: Record<never, never>
    answer: {
      success: true
      site: {
        googleSignIn: boolean
        oidc: {
          name: string
          logo: string | null
        } | null
        registration: 'open' | 'invite' | 'closed'
      }
    }
  }
  /** The URL for signing in with Google, or with the site's own provider (oidc) */
  'GET /auth/oauth/url': {
    request: {
      query: {
        provider: 'Google' | 'oidc'
        redirectUri: string
      }
    }
    answer: {
      success: true
      authUrl: string
    }
  }
  /** Finish a sign-in with a provider, with the returned code and state */
  'POST /auth/oauth/callback': {
    request: {
      body: {
        code: string
        redirectUri: string
        state?: string | undefined
        iss?: string | undefined
      }
    }
    answer: {
      success: true
      user: User
      token: string
      tokens: {
        idToken: string
        accessToken: string
        refreshToken: string
      }
    }
  }
  /** Send a code for a new password; the response is the same whether the account exists or not */
  'POST /auth/password/forgot': {
    request: {
      body: {
        email: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Choose the username, once, for an account that was created by a provider; it is the public name from then on */
  'PUT /auth/username': {
    request: {
      body: {
        username: string
      }
    }
    answer: {
      success: true
      user: User
    }
  }
  /** Set a new password with the mailed code; every session of the account ends */
  'POST /auth/password/reset': {
    request: {
      body: {
        email: string
        code: string
        password: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Change your password; other sessions end */
  'PUT /auth/password': {
    request: {
      body: {
        currentPassword: string
        newPassword: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** The state of your account settings */
  'GET /auth/account': {
    request: Record<never, never>
    answer: {
      success: true
      account: Account
    }
  }
  /** Request a new e-mail address; a code is sent to it */
  'POST /auth/email': {
    request: {
      body: {
        newEmail: string
        password?: string | undefined
      }
    }
    answer: {
      success: true
      user: User
      message: string
    }
  }
  /** Confirm the new e-mail address with the mailed code */
  'POST /auth/email/confirm': {
    request: {
      body: {
        code: string
      }
    }
    answer: {
      success: true
      user: User
      message: string
    }
  }
  /** Your sessions, most recently used first */
  'GET /auth/sessions': {
    request: Record<never, never>
    answer: {
      success: true
      sessions: Array<Session>
      total: number
    }
  }
  /** Sign out everywhere else */
  'DELETE /auth/sessions': {
    request: Record<never, never>
    answer: {
      success: true
      sessions: Array<Session>
      total: number
    }
  }
  /** End one of your sessions */
  'DELETE /auth/sessions/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      sessions: Array<Session>
      total: number
    }
  }
  /** Delete your account and everything in it */
  'DELETE /auth/account': {
    request: {
      body?: {
        password?: string | undefined
      } | null | undefined
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Your API keys, newest first */
  'GET /account/keys': {
    request: Record<never, never>
    answer: {
      success: true
      keys: Array<Key>
    }
  }
  /** Create an API key; its secret is returned only once */
  'POST /account/keys': {
    request: {
      body: {
        name: string
        scopes: Array<'read' | 'upload' | 'manage' | 'admin'>
        expiresAt?: string | null | undefined
      }
    }
    answer: {
      success: true
      key: Key
      secret: string
    }
  }
  /** Revoke an API key; it is refused from the next request on */
  'DELETE /account/keys/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        revoked: boolean
      }
    }
  }
  /** The API keys of all users, newest first */
  'GET /admin/keys': {
    request: {
      query?: {
        search?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      keys: Array<OwnedKey>
      nextCursor: string | null
    }
  }
  /** Revoke an API key of any user */
  'DELETE /admin/keys/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        revoked: boolean
      }
    }
  }
  /** Whom an invitation is for, by the token of its link */
  'POST /auth/invitation': {
    request: {
      body: {
        token: string
      }
    }
    answer: {
      success: true
      invitation: {
        email: string
        expiresAt: string
      }
    }
  }
  /** Invitations that were not used yet, newest first */
  'GET /admin/invitations': {
    request: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      invitations: Array<Invitation>
      nextCursor: string | null
    }
  }
  /** Mail somebody a link to create an account, valid for 7 days; an earlier one to the same address stops working */
  'POST /admin/invitations': {
    request: {
      body: {
        email: string
      }
    }
    answer: {
      success: true
      invitation: Invitation
    }
  }
  /** Revoke an invitation */
  'DELETE /admin/invitations/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        revoked: boolean
      }
    }
  }
  /** Start a job for a URL, an upload or the local sample */
  'POST /jobs': {
    request: {
      body: {
        inputSource: string
        outputFormats: Array<'4k' | '1080p' | '720p' | '480p'>
        visibility?: 'public' | 'private' | undefined
        title?: string | undefined
        description?: string | undefined
        captions?: 'auto' | 'off' | undefined
        language?: string | null | undefined
      }
    }
    answer: {
      success: true
      job: Job
      duplicateOf: DuplicateOf | null
    }
  }
  /** Plan a job without starting it, for a source or for the description of a file that was not sent */
  'POST /jobs/plan': {
    request: {
      body: {
        inputSource?: string | undefined
        outputFormats: Array<'4k' | '1080p' | '720p' | '480p'>
        visibility?: 'public' | 'private' | undefined
        title?: string | undefined
        description?: string | undefined
        captions?: 'auto' | 'off' | undefined
        language?: string | null | undefined
        file?: {
          duration: number
          width: number
          height: number
          videoCodec: string
          audioCodec?: string | null | undefined
          frameRate: number
          size: number
          container: string
          rotation?: 0 | 90 | 180 | 270 | undefined
          hdr?: boolean | undefined
        } | undefined
      }
    }
    answer: {
      success: true
      plan: {
        formats: Array<{
          format: '4k' | '1080p' | '720p' | '480p'
          action: 'copy' | 'encode' | 'skip'
          reason: string
          resolution: string | null
          expectedSeconds: number
          expectedBytes: number
        }>
        notes: Array<string>
        expectedSeconds: number
        expectedBytes: number
      }
    }
  }
  /** Your jobs, and your uploads that have none yet */
  'GET /jobs': {
    request: {
      query?: {
        status?: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'ACTIVE' | 'RUNNING' | undefined
        sort?: 'newest' | 'oldest' | 'status' | 'progress' | undefined
        limit?: number | undefined
        cursor?: string | undefined
        drafts?: 'none' | 'first' | 'only' | undefined
        q?: string | undefined
        tag?: string | undefined
        visibility?: 'public' | 'private' | undefined
        before?: string | undefined
        after?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      jobs: Array<Job>
      drafts: Array<Draft>
      total: number
      draftTotal: number
      nextCursor: string | null
    }
  }
  /** Number of your jobs in each status, and of your drafts */
  'GET /jobs/stats': {
    request: Record<never, never>
    answer: {
      success: true
      stats: {
        PENDING: number
        DOWNLOADING: number
        PROCESSING: number
        UPLOADING: number
        COMPLETED: number
        FAILED: number
        CANCELLED: number
        total: number
        drafts: number
      }
    }
  }
  /** One job */
  'GET /jobs/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      job: Job
    }
  }
  /** Delete a job and its video; they are in the trash for 30 days */
  'DELETE /jobs/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Cancel a job */
  'POST /jobs/{id}/cancel': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      job: Job
    }
  }
  /** Queue a failed or cancelled job again */
  'POST /jobs/{id}/retry': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      job: Job
    }
  }
  /** The files of a completed job */
  'GET /jobs/{id}/assets': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      assets: Array<Asset>
    }
  }
  /** A short-lived URL for downloading a file */
  'GET /jobs/{id}/assets/{assetId}/download': {
    request: {
      params: {
        id: string
        assetId: string
      }
    }
    answer: {
      success: true
      downloadUrl: string
      filename: string
    }
  }
  /** Start several jobs at once */
  'POST /jobs/load-test': {
    request: {
      body?: {
        concurrent?: number | undefined
        videoUrl?: string | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
      } | undefined
    }
    answer: {
      success: true
      jobs: Array<Job>
    }
  }
  /** Get a URL for uploading a file with one PUT or a resumable upload (tus) */
  'POST /upload/generate-url': {
    request: {
      body: {
        filename: string
        contentType: string
        size?: number | undefined
        createdAt?: string | undefined
      }
    }
    answer: {
      success: true
      uploadUrl: string
      s3Key: string
      expiresAt: string
      uploadUrlExpiresAt: string
      resumableUrl: string
    }
  }
  /** Upload limits and accepted types */
  'GET /upload/limits': {
    request: Record<never, never>
    answer: {
      success: true
      maxBytes: number
      types: Array<string>
    }
  }
  /** Metadata of an uploaded file */
  'POST /metadata/extract': {
    request: {
      body: {
        s3Key: string
      }
    }
    answer: {
      success: true
      metadata: Metadata
      duplicateOf: DuplicateOf | null
    }
  }
  /** Create a video from an uploaded file; repeated calls return the same video */
  'POST /upload/confirm': {
    request: {
      body: {
        s3Key: string
        title?: string | undefined
        description?: string | undefined
        visibility?: 'public' | 'private' | undefined
        captions?: 'auto' | 'off' | undefined
        language?: string | null | undefined
        metadata?: unknown | undefined
      }
    }
    answer: {
      success: true
      video: Video
      duplicateOf: DuplicateOf | null
    }
  }
  /** Discard an unconfirmed upload */
  'DELETE /upload/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Public videos and your own private ones */
  'GET /gallery/videos': {
    request: {
      query?: {
        visibility?: 'public' | undefined
        q?: string | undefined
        sort?: 'newest' | 'most-watched' | 'longest' | undefined
        minDuration?: number | undefined
        maxDuration?: number | undefined
        tag?: string | undefined
        owner?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      videos: Array<Video>
      nextCursor: string | null
    }
  }
  /** One video */
  'GET /gallery/videos/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        link?: string | undefined
        grant?: string | undefined
        token?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      video: VideoDetails
    }
  }
  /** Change what people see of a video, and who can watch or save it */
  'PATCH /gallery/videos/{id}': {
    request: {
      params: {
        id: string
      }
      body?: {
        title?: string | undefined
        description?: string | undefined
        visibility?: 'public' | 'private' | undefined
        tags?: Array<string> | undefined
        chapters?: Array<{
          start: number
          title: string
        }> | undefined
        allowDownload?: boolean | undefined
        showViews?: boolean | undefined
        showHeat?: boolean | undefined
        password?: string | null | undefined
        embedDomains?: Array<string> | undefined
        captions?: 'auto' | 'off' | undefined
        language?: string | null | undefined
      } | undefined
    }
    answer: {
      success: true
      video: VideoDetails
    }
  }
  /** Delete a video, its job and all files */
  'DELETE /gallery/videos/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** The playback URLs of a video */
  'GET /gallery/videos/{id}/stream': {
    request: {
      params: {
        id: string
      }
      query?: {
        quality?: 'original' | '4k' | '1080p' | '720p' | '480p' | undefined
        original?: 'true' | 'false' | undefined
        link?: string | undefined
        grant?: string | undefined
        token?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      streamUrl: string
      hlsUrl: string | null
      codecs: Array<'h264' | 'av1'>
      stream: {
        quality: 'original' | '4k' | '1080p' | '720p' | '480p'
        resolution: string | null
        duration: number | null
        mimeType: string
        note: string | null
        live: boolean
        playableSeconds: number | null
      }
      liveUrl: string | null
      qualities: Array<{
        quality: 'original' | '4k' | '1080p' | '720p' | '480p'
        resolution: string | null
        size: number
        playableSeconds: number | null
      }>
      version: number
      expiresAt: string | null
    }
  }
  /** The files of a video that the caller may save */
  'GET /gallery/videos/{id}/downloads': {
    request: {
      params: {
        id: string
      }
      query?: {
        link?: string | undefined
        grant?: string | undefined
        token?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      downloads: Array<{
        quality: 'original' | '4k' | '1080p' | '720p' | '480p'
        resolution: string | null
        size: number | null
        filename: string
        url: string
      }>
    }
  }
  /** The share links of a private video */
  'GET /gallery/videos/{id}/links': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      links: Array<{
        id: string
        createdAt: string
        expiresAt: string
      }>
    }
  }
  /** Create an expiring share link for a private video; its URL is returned only once */
  'POST /gallery/videos/{id}/links': {
    request: {
      params: {
        id: string
      }
      body?: {
        expiresInHours?: number | undefined
      } | undefined
    }
    answer: {
      success: true
      link: ShareLink
    }
  }
  /** Revoke all share links of a video */
  'DELETE /gallery/videos/{id}/links': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        revoked: number
      }
    }
  }
  /** Revoke one share link of a video */
  'DELETE /gallery/videos/{id}/links/{linkId}': {
    request: {
      params: {
        id: string
        linkId: string
      }
    }
    answer: {
      success: true
      result: {
        revoked: number
      }
    }
  }
  /** Embed data of a public video (oEmbed 1.0) */
  'GET /oembed': {
    request: {
      query: {
        url: string
        maxwidth?: number | undefined
        maxheight?: number | undefined
        format?: 'json' | undefined
      }
    }
    answer: {
      success: true
      version: '1.0'
      type: 'video'
      provider_name: string
      provider_url: string
      title: string
      width: number
      height: number
      html: string
      thumbnail_url?: string | undefined
    }
  }
  /** A person with public videos, or yourself */
  'GET /people/{username}': {
    request: {
      params: {
        username: string
      }
    }
    answer: {
      success: true
      person: Person
    }
  }
  /** Report what a player has played since its last report */
  'POST /gallery/videos/{id}/plays': {
    request: {
      params: {
        id: string
      }
      query?: {
        link?: string | undefined
        grant?: string | undefined
        token?: string | undefined
      } | undefined
      body: PlayReport
    }
    answer: null
  }
  /** What viewers did with a video, for its owner and admins */
  'GET /gallery/videos/{id}/statistics': {
    request: {
      params: {
        id: string
      }
      query?: {
        period?: '7' | '28' | '90' | 'all' | undefined
      } | undefined
    }
    answer: {
      success: true
      period: '7' | '28' | '90' | 'all'
      views: number
      plays: number
      watchSeconds: number
      averageShare: number | null
      retention: Array<number> | null
      step: 'day' | 'month'
      byDay: Array<{
        day: string
        views: number
        plays: number
        watchSeconds: number
      }>
      referrers: Array<{
        views: number
        share: number
        host: string
      }>
      devices: Array<{
        views: number
        share: number
        device: 'desktop' | 'phone' | 'tablet' | 'tv' | 'other'
      }>
      startup: number | null
      stalls: number
      viewersNow: number
      videos: Array<{
        id: string
        title: string
        views: number
        watchSeconds: number
      }>
    }
  }
  /** What viewers did with all your videos */
  'GET /account/statistics': {
    request: {
      query?: {
        period?: '7' | '28' | '90' | 'all' | undefined
      } | undefined
    }
    answer: {
      success: true
      period: '7' | '28' | '90' | 'all'
      views: number
      plays: number
      watchSeconds: number
      averageShare: number | null
      retention: Array<number> | null
      step: 'day' | 'month'
      byDay: Array<{
        day: string
        views: number
        plays: number
        watchSeconds: number
      }>
      referrers: Array<{
        views: number
        share: number
        host: string
      }>
      devices: Array<{
        views: number
        share: number
        device: 'desktop' | 'phone' | 'tablet' | 'tv' | 'other'
      }>
      startup: number | null
      stalls: number
      viewersNow: number
      videos: Array<{
        id: string
        title: string
        views: number
        watchSeconds: number
      }>
    }
  }
  /** What viewers did on the whole site */
  'GET /admin/statistics': {
    request: {
      query?: {
        period?: '7' | '28' | '90' | 'all' | undefined
      } | undefined
    }
    answer: {
      success: true
      period: '7' | '28' | '90' | 'all'
      views: number
      plays: number
      watchSeconds: number
      averageShare: number | null
      retention: Array<number> | null
      step: 'day' | 'month'
      byDay: Array<{
        day: string
        views: number
        plays: number
        watchSeconds: number
      }>
      referrers: Array<{
        views: number
        share: number
        host: string
      }>
      devices: Array<{
        views: number
        share: number
        device: 'desktop' | 'phone' | 'tablet' | 'tv' | 'other'
      }>
      startup: number | null
      stalls: number
      viewersNow: number
      videos: Array<{
        id: string
        title: string
        views: number
        watchSeconds: number
      }>
    }
  }
  /** Your playlists, newest first */
  'GET /playlists': {
    request: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
        video?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      playlists: Array<ListedPlaylist>
      nextCursor: string | null
      keepsHistory: boolean
    }
  }
  /** The public playlists of a person, newest first */
  'GET /people/{username}/playlists': {
    request: {
      params: {
        username: string
      }
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      playlists: Array<ListedPlaylist>
      nextCursor: string | null
    }
  }
  /** Create a playlist */
  'POST /playlists': {
    request: {
      body: {
        title: string
        description?: string | undefined
        visibility?: 'public' | 'link' | 'private' | undefined
      }
    }
    answer: {
      success: true
      playlist: PlaylistDetails
    }
  }
  /** A playlist, with the ids of its videos in their order */
  'GET /playlists/{id}': {
    request: {
      params: {
        id: string
      }
      query?: {
        embedded?: 'true' | 'false' | undefined
      } | undefined
    }
    answer: {
      success: true
      playlist: PlaylistDetails
    }
  }
  /** Change the title, the description or the visibility of a playlist */
  'PATCH /playlists/{id}': {
    request: {
      params: {
        id: string
      }
      body?: {
        title?: string | undefined
        description?: string | undefined
        visibility?: 'public' | 'link' | 'private' | undefined
      } | undefined
    }
    answer: {
      success: true
      playlist: PlaylistDetails
    }
  }
  /** Delete a playlist; its videos stay */
  'DELETE /playlists/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** The videos of a playlist in their order, those that the caller may see */
  'GET /playlists/{id}/videos': {
    request: {
      params: {
        id: string
      }
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      videos: Array<Video>
      nextCursor: string | null
    }
  }
  /** Set the videos of a playlist in their order; 409 if it was changed since the version that is named */
  'PUT /playlists/{id}/videos': {
    request: {
      params: {
        id: string
      }
      body: {
        videos: Array<string>
        version: number
      }
    }
    answer: {
      success: true
      playlist: PlaylistDetails
    }
  }
  /** Remove all videos from a playlist, also those that the caller may not see any more */
  'DELETE /playlists/{id}/videos': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        playlistId: string
        removed: number
      }
    }
  }
  /** Add a video to the end of a playlist; one that is in it stays where it is */
  'POST /playlists/{id}/videos/{videoId}': {
    request: {
      params: {
        id: string
        videoId: string
      }
    }
    answer: {
      success: true
      result: {
        playlistId: string
        added: boolean
      }
    }
  }
  /** Remove a video from a playlist */
  'DELETE /playlists/{id}/videos/{videoId}': {
    request: {
      params: {
        id: string
        videoId: string
      }
    }
    answer: {
      success: true
      result: {
        playlistId: string
        removed: boolean
      }
    }
  }
  /** The videos that you have watched, the last one first */
  'GET /account/history': {
    request: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      history: Array<Watched>
      nextCursor: string | null
      keepsHistory: boolean
    }
  }
  /** Switch your history and Watch later on or off; when they are off, nothing is stored */
  'PUT /account/history': {
    request: {
      body: {
        keepsHistory: boolean
        deleteAll?: boolean | undefined
        emptyWatchLater?: boolean | undefined
      }
    }
    answer: {
      success: true
      keepsHistory: boolean
      result: {
        deleted: number
      }
    }
  }
  /** Delete your history */
  'DELETE /account/history': {
    request: Record<never, never>
    answer: {
      success: true
      result: {
        deleted: number
      }
    }
  }
  /** Delete one video from your history */
  'DELETE /account/history/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Exchange the password of a video for a grant, which is then sent with each call about it */
  'POST /gallery/videos/{id}/unlock': {
    request: {
      params: {
        id: string
      }
      query?: {
        link?: string | undefined
      } | undefined
      body: {
        password: string
      }
    }
    answer: {
      success: true
      grant: string
      expiresAt: string
    }
  }
  /** Your keys for playback tokens, newest first */
  'GET /account/signing-keys': {
    request: Record<never, never>
    answer: {
      success: true
      keys: Array<SigningKey>
    }
  }
  /** Create a key for playback tokens; its secret is returned only once */
  'POST /account/signing-keys': {
    request: {
      body: {
        name: string
        algorithm: 'EdDSA' | 'HS256'
        publicKey?: string | undefined
      }
    }
    answer: {
      success: true
      key: SigningKey
      secret: string | null
    }
  }
  /** Delete a key for playback tokens; its tokens open nothing from the next request on */
  'DELETE /account/signing-keys/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Choose the thumbnail: a frame of the video, or a picture sent as the body; for good, or for a draft until its job makes one */
  'POST /gallery/videos/{id}/thumbnail': {
    request: {
      params: {
        id: string
      }
      query?: {
        placeholder?: 'true' | 'false' | undefined
      } | undefined
      body: {
        time: number
      }
      file?: undefined
    } | {
      params: {
        id: string
      }
      query?: {
        placeholder?: 'true' | 'false' | undefined
      } | undefined
      body?: undefined
      file: Blob
    }
    answer: {
      success: true
      video: VideoDetails
    }
  }
  /** Return to the automatic thumbnail */
  'DELETE /gallery/videos/{id}/thumbnail': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      video: VideoDetails
    }
  }
  /** Replace the file of a video by an uploaded one; address, links and statistics stay, and the old version until the new one is ready */
  'POST /gallery/videos/{id}/replace': {
    request: {
      params: {
        id: string
      }
      body: {
        s3Key: string
      }
    }
    answer: {
      success: true
      job: Job
    }
  }
  /** The captions of a video, the default ones first */
  'GET /gallery/videos/{id}/captions': {
    request: {
      params: {
        id: string
      }
      query?: {
        link?: string | undefined
        grant?: string | undefined
        token?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      captions: Array<Caption>
      transcription: Transcription | null
      canTranscribe: boolean
      languages: Array<string>
    }
  }
  /** Add captions: the text of an SRT or WebVTT file, or the file itself as the body, with its language in the address */
  'POST /gallery/videos/{id}/captions': {
    request: {
      params: {
        id: string
      }
      query?: {
        language?: string | undefined
        label?: string | undefined
        isDefault?: 'true' | 'false' | undefined
      } | undefined
      body: {
        language: string
        label?: string | undefined
        content: string
        isDefault?: boolean | undefined
      }
      file?: undefined
    } | {
      params: {
        id: string
      }
      query?: {
        language?: string | undefined
        label?: string | undefined
        isDefault?: 'true' | 'false' | undefined
      } | undefined
      body?: undefined
      file: Blob
    }
    answer: {
      success: true
      caption: Caption
      notes: Array<string>
    }
  }
  /** Whether this site makes captions from what is said, and in which languages */
  'GET /captions/automatic': {
    request: Record<never, never>
    answer: {
      success: true
      mode: 'auto' | 'manual' | 'off'
      languages: Array<string>
      siteLanguage: string | null
    }
  }
  /** Have captions made from what is said; a request that is waiting or running is answered, not repeated */
  'POST /gallery/videos/{id}/captions/automatic': {
    request: {
      params: {
        id: string
      }
      body?: {
        language?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      transcription: Transcription
    }
  }
  /** Stop making automatic captions, or remove the note that they could not be made */
  'DELETE /gallery/videos/{id}/captions/automatic': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Change language or label of captions, or which are the default */
  'PATCH /gallery/videos/{id}/captions/{captionId}': {
    request: {
      params: {
        id: string
        captionId: string
      }
      body?: {
        language?: string | undefined
        label?: string | undefined
        isDefault?: boolean | undefined
      } | undefined
    }
    answer: {
      success: true
      caption: Caption
    }
  }
  /** Replace the text of captions; with the version that was changed, only while nobody else has changed it */
  'PUT /gallery/videos/{id}/captions/{captionId}': {
    request: {
      params: {
        id: string
        captionId: string
      }
      body: {
        content: string
        version?: number | undefined
      }
    }
    answer: {
      success: true
      caption: Caption
      notes: Array<string>
    }
  }
  /** Delete captions */
  'DELETE /gallery/videos/{id}/captions/{captionId}': {
    request: {
      params: {
        id: string
        captionId: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** What is said in a video and when, from its captions */
  'GET /gallery/videos/{id}/transcript': {
    request: {
      params: {
        id: string
      }
      query?: {
        link?: string | undefined
        grant?: string | undefined
        token?: string | undefined
        language?: string | undefined
        captionId?: string | undefined
        q?: string | undefined
        markup?: 'true' | 'false' | undefined
      } | undefined
    }
    answer: {
      success: true
      captionId: string
      language: string
      source: 'uploaded' | 'embedded' | 'automatic'
      isReviewed: boolean
      version: number
      cues: Array<{
        start: number
        end: number
        text: string
        markup?: string | undefined
        settings?: string | undefined
      }>
    }
  }
  /** Your deleted videos, the last one first; they can be restored for 30 days and take storage until then. Admins can list those of everybody */
  'GET /trash': {
    request: {
      query?: {
        everyone?: 'true' | 'false' | undefined
        search?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      videos: Array<TrashedVideo>
      total: number
      bytes: number
      nextCursor: string | null
    }
  }
  /** Restore a deleted video with its address, links, captions and statistics; admins also one of somebody else */
  'POST /trash/{id}/restore': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Delete a video in the trash for good, with all its files; admins also one of somebody else */
  'DELETE /trash/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Change up to 100,000 videos in the background; the task says what was done with each */
  'POST /videos/bulk': {
    request: {
      body: {
        ids?: Array<string> | undefined
        filter?: {
          everyone?: boolean | undefined
          search?: string | undefined
          status?: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'ACTIVE' | 'RUNNING' | 'DRAFT' | undefined
          q?: string | undefined
          tag?: string | undefined
          visibility?: 'public' | 'private' | undefined
          before?: string | undefined
          after?: string | undefined
        } | undefined
        task?: string | undefined
        change: {
          action: 'visibility'
          visibility: 'public' | 'private'
        } | {
          action: 'add-tags'
          tags: Array<string>
        } | {
          action: 'remove-tags'
          tags: Array<string>
        } | {
          action: 'add-to-playlist'
          playlistId: string
        } | {
          action: 'remove-from-playlist'
          playlistId: string
        } | {
          action: 'make-formats'
          formats: Array<'4k' | '1080p' | '720p' | '480p'>
        } | {
          action: 'make-captions'
          language?: string | undefined
        } | {
          action: 'drop-quality'
          unusedDays: number
        } | {
          action: 'change-owner'
          owner: string
        } | {
          action: 'delete'
        } | {
          action: 'restore'
        } | {
          action: 'erase'
        }
      }
    }
    answer: {
      success: true
      task: Task
    }
  }
  /** Search titles, tags, descriptions and every word that is said */
  'GET /gallery/search': {
    request: {
      query: {
        q: string
        visibility?: 'public' | undefined
        minDuration?: number | undefined
        maxDuration?: number | undefined
        tag?: string | undefined
        owner?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      }
    }
    answer: {
      success: true
      results: Array<SearchResult>
      nextCursor: string | null
    }
  }
  /** Titles, tags and people for what somebody is typing */
  'GET /gallery/suggestions': {
    request: {
      query?: {
        q?: string | undefined
        only?: 'tags' | undefined
      } | undefined
    }
    answer: {
      success: true
      titles: Array<{
        id: string
        title: string
      }>
      tags: Array<string>
      people: Array<PublicPerson>
    }
  }
  /** Search stock videos */
  'GET /stock/videos': {
    request: {
      query: {
        q: string
      }
    }
    answer: {
      success: true
      hits: Array<StockHit>
      provider: {
        name: string
        url: string | null
      }
    }
  }
  /** The first of your webhooks: called when a job ends (job.completed, job.failed, job.cancelled) or a video gets captions (caption.ready) unless it has other events */
  'GET /account/webhook': {
    request: Record<never, never>
    answer: {
      success: true
      webhook: Webhook | null
    }
  }
  /** Set the first of your webhooks; without a secret, the previous one stays or a new one is created */
  'PUT /account/webhook': {
    request: {
      body: {
        url: string
        secret?: string | undefined
      }
    }
    answer: {
      success: true
      webhook: Webhook
      secret: string | null
    }
  }
  /** Remove the first of your webhooks; the next one takes its place */
  'DELETE /account/webhook': {
    request: Record<never, never>
    answer: {
      success: true
      result: {
        removed: boolean
      }
    }
  }
  /** Send a test call to the first of your webhooks now and return the result */
  'POST /account/webhook/test': {
    request: Record<never, never>
    answer: {
      success: true
      webhook: Webhook
    }
  }
  /** Your webhooks, oldest first */
  'GET /account/webhooks': {
    request: Record<never, never>
    answer: {
      success: true
      webhooks: Array<AccountWebhook>
    }
  }
  /** Create a webhook (at most 20); without events it gets all, without a secret one is created and returned once */
  'POST /account/webhooks': {
    request: {
      body: {
        url: string
        events?: Array<'*' | 'job.*' | 'video.*' | 'caption.*' | 'job.created' | 'job.completed' | 'job.failed' | 'job.cancelled' | 'video.created' | 'video.ready' | 'video.updated' | 'video.deleted' | 'caption.ready' | 'caption.failed' | 'caption.updated' | 'caption.deleted'> | undefined
        secret?: string | undefined
      }
    }
    answer: {
      success: true
      webhook: AccountWebhook
      secret: string | null
    }
  }
  /** One of your webhooks */
  'GET /account/webhooks/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      webhook: AccountWebhook
    }
  }
  /** Change address, events or secret of a webhook, pause it or resume it */
  'PATCH /account/webhooks/{id}': {
    request: {
      params: {
        id: string
      }
      body?: {
        url?: string | undefined
        events?: Array<'*' | 'job.*' | 'video.*' | 'caption.*' | 'job.created' | 'job.completed' | 'job.failed' | 'job.cancelled' | 'video.created' | 'video.ready' | 'video.updated' | 'video.deleted' | 'caption.ready' | 'caption.failed' | 'caption.updated' | 'caption.deleted'> | undefined
        secret?: string | undefined
        isPaused?: boolean | undefined
      } | undefined
    }
    answer: {
      success: true
      webhook: AccountWebhook
    }
  }
  /** Remove a webhook with its log and its waiting calls */
  'DELETE /account/webhooks/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        removed: boolean
      }
    }
  }
  /** Replace the secret of a webhook by a new one, which is returned once and signs every call from now on */
  'POST /account/webhooks/{id}/secret': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      webhook: AccountWebhook
      secret: string
    }
  }
  /** Send the event test now and return the result; a paused webhook gets it too */
  'POST /account/webhooks/{id}/test': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      webhook: AccountWebhook
      delivery: WebhookDeliveryDetails
    }
  }
  /** The calls of a webhook, newest first: those that wait, and the last 200 of 14 days */
  'GET /account/webhooks/{id}/deliveries': {
    request: {
      params: {
        id: string
      }
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      deliveries: Array<WebhookDelivery>
      nextCursor: string | null
    }
  }
  /** One call of a webhook with its request and answer */
  'GET /account/webhooks/{id}/deliveries/{deliveryId}': {
    request: {
      params: {
        id: string
        deliveryId: string
      }
    }
    answer: {
      success: true
      delivery: WebhookDeliveryDetails
    }
  }
  /** Send a call again, with the same id in its body */
  'POST /account/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    request: {
      params: {
        id: string
        deliveryId: string
      }
    }
    answer: {
      success: true
      delivery: WebhookDelivery
    }
  }
  /** Your imports, bulk changes and exports, newest first; reports are kept for 90 days */
  'GET /tasks': {
    request: {
      query?: {
        kind?: 'import' | 'bulk' | 'export' | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      tasks: Array<Task>
      nextCursor: string | null
    }
  }
  /** How far one of your tasks is */
  'GET /tasks/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      task: Task
    }
  }
  /** What a task did with each item, and why */
  'GET /tasks/{id}/items': {
    request: {
      params: {
        id: string
      }
      query?: {
        status?: 'waiting' | 'running' | 'done' | 'skipped' | 'failed' | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      items: Array<TaskItem>
      nextCursor: string | null
    }
  }
  /** End a task; what it has done already stays */
  'POST /tasks/{id}/cancel': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      task: Task
    }
  }
  /** What an import would do: how many videos, bytes and hours, and what you have already */
  'POST /imports/preview': {
    request: {
      body: {
        kind: 'urls'
        list: string
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'feed'
        url: string
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'peertube'
        url: string
        token?: string | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'mediacms'
        url: string
        token?: string | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'archive'
        url: string
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'folder'
        path?: string | undefined
        subfolders?: 'tags' | 'playlists' | 'nothing' | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 's3'
        endpoint?: string | undefined
        bucket: string
        prefix?: string | undefined
        region?: string | undefined
        accessKeyId: string
        secretAccessKey: string
        pathStyle?: boolean | undefined
        subfolders?: 'tags' | 'nothing' | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      }
    }
    answer: {
      success: true
      preview: ImportPreview
    }
  }
  /** What an import makes of a file of your own machine, from its name, its folders and the files beside it. Nothing is stored: upload it with these */
  'POST /imports/describe': {
    request: {
      body: {
        path: string
        modifiedAt: string
        subfolders?: 'tags' | 'playlists' | 'nothing' | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        beside?: Array<{
          name: string
          bytes?: string | undefined
        }> | undefined
      }
    }
    answer: {
      success: true
      file: DescribedFile
    }
  }
  /** Import videos from another place; what you have imported already is left out. Folders and S3 are for admins */
  'POST /imports': {
    request: {
      body: {
        kind: 'urls'
        list: string
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'feed'
        url: string
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'peertube'
        url: string
        token?: string | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'mediacms'
        url: string
        token?: string | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'archive'
        url: string
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 'folder'
        path?: string | undefined
        subfolders?: 'tags' | 'playlists' | 'nothing' | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      } | {
        kind: 's3'
        endpoint?: string | undefined
        bucket: string
        prefix?: string | undefined
        region?: string | undefined
        accessKeyId: string
        secretAccessKey: string
        pathStyle?: boolean | undefined
        subfolders?: 'tags' | 'nothing' | undefined
        visibility?: 'keep' | 'private' | 'public' | undefined
        formats?: Array<'4k' | '1080p' | '720p' | '480p'> | undefined
        playlist?: string | undefined
      }
    }
    answer: {
      success: true
      import: Import
    }
  }
  /** Your imports, newest first */
  'GET /imports': {
    request: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      imports: Array<Task>
      nextCursor: string | null
    }
  }
  /** How far an import is, with the first 100 items of its report; GET /tasks/{id}/items has all of them */
  'GET /imports/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      import: Import
    }
  }
  /** End an import; the videos it has imported stay */
  'POST /imports/{id}/cancel': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      import: Import
    }
  }
  /** From where you may import, and for admins the folders of the server */
  'GET /imports/sources': {
    request: Record<never, never>
    answer: {
      success: true
      kinds: Array<'urls' | 'feed' | 'peertube' | 'mediacms' | 'folder' | 's3' | 'archive'>
      folders: Array<string>
    }
  }
  /** Your exports, newest first, and how large a new one would be */
  'GET /account/exports': {
    request: Record<never, never>
    answer: {
      success: true
      exports: Array<Export>
      size: {
        videoCount: number
        originalBytes: number
        renditionBytes: number
      }
    }
  }
  /** Prepare an archive of all your videos; it can be downloaded for 7 days */
  'POST /account/exports': {
    request: {
      body?: {
        renditions?: boolean | undefined
      } | undefined
    }
    answer: {
      success: true
      export: Export
    }
  }
  /** One of your exports; its link is made anew with each call */
  'GET /account/exports/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      export: Export
    }
  }
  /** Delete an export; its link ends */
  'DELETE /account/exports/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Number of users and jobs */
  'GET /admin/jobs/stats': {
    request: Record<never, never>
    answer: {
      success: true
      stats: {
        totalUsers: number
        recentJobs: number
        jobStats: {
          PENDING: number
          DOWNLOADING: number
          PROCESSING: number
          UPLOADING: number
          COMPLETED: number
          FAILED: number
          CANCELLED: number
        }
      }
    }
  }
  /** The jobs of all users, by text, status, and the tag, visibility and date of their videos */
  'GET /admin/jobs/all': {
    request: {
      query?: {
        search?: string | undefined
        status?: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED' | 'ACTIVE' | undefined
        tag?: string | undefined
        visibility?: 'public' | 'private' | undefined
        before?: string | undefined
        after?: string | undefined
        sort?: 'newest' | 'oldest' | 'status' | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      jobs: Array<AdminJob>
      total: number
      totalIsLeast: boolean
      nextCursor: string | null
    }
  }
  /** Details of one job: plan, timeline, attempts and the end of its log */
  'GET /admin/jobs/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        job: AdminJob
        plan: {
          formats: Array<{
            format: '4k' | '1080p' | '720p' | '480p'
            action: 'copy' | 'encode' | 'skip'
            reason: string
            resolution: string | null
            expectedSeconds: number
            expectedBytes: number
          }>
          notes: Array<string>
          expectedSeconds: number
          expectedBytes: number
        } | null
        startedAt: string | null
        finishedAt: string | null
        worker: string | null
        timeline: Array<{
          at: string
          attempt: number
          status: 'PENDING' | 'DOWNLOADING' | 'PROCESSING' | 'UPLOADING' | 'COMPLETED' | 'FAILED' | 'CANCELLED'
          stage: string | null
          seconds: number | null
        }>
        log: Array<{
          at: string
          attempt: number
          line: string
        }>
      }
    }
  }
  /** Cancel the job of any user */
  'POST /admin/jobs/{id}/cancel': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Queue all failed jobs again, or the given ones */
  'POST /jobs/admin/restart-failed': {
    request: {
      body?: {
        ids?: Array<string> | undefined
      } | null | undefined
    }
    answer: {
      success: true
      result: {
        restarted: number
      }
    }
  }
  /** Delete failed and cancelled jobs that ended over 30 days ago, with their videos; completed jobs and watchable videos stay */
  'DELETE /jobs/admin/cleanup-old': {
    request: {
      query?: {
        dryRun?: 'true' | 'false' | undefined
      } | undefined
    }
    answer: {
      success: true
      result: {
        deletedCount: number
        keptCount: number
        remainingCount: number
        freedSpace: number
        freedSpaceIsLeast: boolean
        dryRun: boolean
      }
    }
  }
  /** Delete the job of any user in any state, with its video; only admins can restore it */
  'DELETE /jobs/admin/{id}': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Automatic captions of all users that are running, waiting or failed, in this order */
  'GET /admin/captions': {
    request: {
      query?: {
        limit?: number | undefined
      } | undefined
    }
    answer: {
      success: true
      transcriptions: Array<AdminTranscription>
      counts: {
        running: number
        waiting: number
        failed: number
      }
    }
  }
  /** Stop the automatic captions of any user, or remove the note that they could not be made */
  'POST /admin/captions/{id}/cancel': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Make automatic captions again that could not be made */
  'POST /admin/captions/{id}/retry': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: {
        id: string
      }
    }
  }
  /** Queue, health checks and workers */
  'GET /jobs/admin/processing-status': {
    request: Record<never, never>
    answer: {
      success: true
      status: ProcessingStatus
    }
  }
  /** Recent activity */
  'GET /jobs/admin/recent-activity': {
    request: {
      query?: {
        limit?: number | undefined
      } | undefined
    }
    answer: {
      success: true
      activities: Array<{
        id: string
        activity: string
        timeAgo: string
        color: 'blue' | 'green' | 'red' | 'gray' | 'amber'
        at: string
      }>
    }
  }
  /** Queue, throughput, failures and storage over time */
  'GET /admin/metrics': {
    request: {
      query?: {
        range?: '1h' | '24h' | '30d' | undefined
      } | undefined
    }
    answer: {
      success: true
      range: '1h' | '24h' | '30d'
      stepSeconds: number
      points: Array<{
        at: string
        queued: number
        active: number
        throughput: number
        completed: number
        failed: number
        storageBytes: number
      }>
    }
  }
  /** Results of a load test */
  'GET /admin/load-test': {
    request: {
      query: {
        ids: string
      }
    }
    answer: {
      success: true
      result: {
        jobs: number
        completed: number
        failed: number
        running: number
        lost: number
        duplicated: number
        finished: boolean
        secondsPerJob: {
          median: number
          longest: number
          mean: number
        } | null
        totalSeconds: number | null
      }
    }
  }
  /** Videos in AV1: the settings of the site, what was made, saved and spent */
  'GET /admin/reencoding': {
    request: Record<never, never>
    answer: {
      success: true
      reencoding: Reencoding
    }
  }
  /** Choose which videos are made again in AV1, and when */
  'PUT /admin/reencoding': {
    request: {
      body: ReencodeSettings
    }
    answer: {
      success: true
      reencoding: Reencoding
    }
  }
  /** Storage use in total, by kind and by user */
  'GET /admin/storage/stats': {
    request: Record<never, never>
    answer: {
      success: true
      result: StorageStats
    }
  }
  /** Move temporary files older than 24 hours to the trash; a dry run only lists them */
  'POST /admin/storage/cleanup-temp': {
    request: {
      body?: {
        dryRun?: boolean | undefined
      } | null | undefined
    }
    answer: {
      success: true
      result: {
        deletedCount: number
        freedSpace: number
        dryRun: boolean
        items: Array<{
          name: string
          bytes: number
          reason: string
        }>
      }
    }
  }
  /** Move files without rows and rows without files to the trash; a dry run only lists them */
  'POST /admin/storage/optimize': {
    request: {
      body?: {
        dryRun?: boolean | undefined
      } | null | undefined
    }
    answer: {
      success: true
      result: {
        orphanedFiles: number
        freedSpace: number
        missingFiles: number
        compression: {
          compressedCount: number
          savedBytes: number
          reason: string
        }
        dryRun: boolean
        complete: boolean
        items: Array<{
          name: string
          bytes: number
          reason: string
        }>
      }
    }
  }
  /** Storage report of a period as a file, with daily growth */
  'GET /admin/storage/report': {
    request: {
      query?: {
        format?: 'json' | 'csv' | undefined
        period?: number | undefined
      } | undefined
    }
    answer: { filename: string; content: Blob }
  }
  /** Tallest qualities that nobody plays, of the 10,000 largest; POST /videos/bulk drops them */
  'GET /admin/storage/unused-qualities': {
    request: {
      query?: {
        days?: number | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      items: Array<UnusedQuality>
      total: number
      bytes: number
      isPartial: boolean
      countedSince: string | null
      nextCursor: string | null
    }
  }
  /** Items that clean-ups removed in the last 7 days */
  'GET /admin/storage/trash': {
    request: {
      query?: {
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      items: Array<{
        id: string
        kind: 'file' | 'temp' | 'row'
        name: string
        bytes: number
        reason: string
        removedAt: string
        removedBy: string
        goesAt: string
      }>
      total: number
      bytes: number
      nextCursor: string | null
    }
  }
  /** Restore items from the trash */
  'POST /admin/storage/trash/restore': {
    request: {
      body: {
        ids: Array<string>
      }
    }
    answer: {
      success: true
      result: {
        restored: number
        refused: number
      }
    }
  }
  /** Empty the trash permanently */
  'DELETE /admin/storage/trash': {
    request: {
      query?: {
        dryRun?: 'true' | 'false' | undefined
      } | undefined
    }
    answer: {
      success: true
      result: {
        deletedCount: number
        freedSpace: number
        dryRun: boolean
      }
    }
  }
  /** The users with their storage and jobs */
  'GET /admin/users': {
    request: {
      query?: {
        search?: string | undefined
        sort?: 'newest' | 'name' | 'videos' | 'bytes' | 'last-sign-in' | undefined
        limit?: number | undefined
        page?: number | undefined
      } | undefined
    }
    answer: {
      success: true
      result: Array<AdminUser>
      total: number
    }
  }
  /** Set the storage and job limits of a user; null means no limit */
  'PUT /admin/users/{id}/quota': {
    request: {
      params: {
        id: string
      }
      body: {
        quotaBytes: number | null
        quotaJobs: number | null
      }
    }
    answer: {
      success: true
      result: AdminUser
    }
  }
  /** Disable a user: sessions end at once, content stays */
  'POST /admin/users/{id}/disable': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: AdminUser
    }
  }
  /** Enable a disabled user */
  'POST /admin/users/{id}/enable': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      result: AdminUser
    }
  }
  /** Mail a user a code for setting a new password */
  'POST /admin/users/{id}/password-reset': {
    request: {
      params: {
        id: string
      }
    }
    answer: {
      success: true
      message: string
    }
  }
  /** Every admin action: who, what, when. Entries cannot be edited or deleted */
  'GET /admin/audit': {
    request: {
      query?: {
        search?: string | undefined
        limit?: number | undefined
        cursor?: string | undefined
      } | undefined
    }
    answer: {
      success: true
      entries: Array<{
        id: string
        at: string
        actor: string
        action: string
        target: string | null
        details: Record<string, unknown>
      }>
      nextCursor: string | null
    }
  }
}
