import type { AdminJob } from '@video-forge/contract/admin/admin-jobs'
import type { StorageStats } from '@video-forge/contract/admin/admin-storage'
import type { ProcessingStatus } from '@video-forge/contract/admin/admin-system'
import type { AdminUser } from '@video-forge/contract/admin/admin-users'
import { healthParts } from '@video-forge/contract/rules/admin-rules'
import { ada } from './fake-api.ts'
import { jobLike } from './fake-jobs.ts'

export const adminJobLike = (number: number, parts: Partial<AdminJob> = {}): AdminJob => ({
  ...jobLike(number, parts),
  user_id: ada.id,
  user_email: 'ada@example.com',
  username: 'ada',
  bytes: 2048,
  attempts: 1,
  ...parts,
})

export const adminUserLike = (username: string, parts: Partial<AdminUser> = {}): AdminUser => ({
  ...ada,
  id: `0190a000-0000-7000-8000-0000000000${String(username.length).padStart(2, '0')}`,
  groups: ['user'],
  username,
  email: `${username}@example.com`,
  disabled: false,
  videos: 3,
  files: 12,
  bytes: 4096,
  activeJobs: 0,
  quotaBytes: null,
  quotaJobs: null,
  lastSignInAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...parts,
})

const reading = (): ProcessingStatus['systemHealth']['mail'] => ({
  status: 'connected',
  checkedAt: new Date().toISOString(),
  milliseconds: 3,
  message: null,
})

export const statusLike = (parts: Partial<ProcessingStatus> = {}): ProcessingStatus => ({
  queue: { queuedJobs: 4, activeJobs: 2, maxConcurrentJobs: 2 },
  systemHealth: Object.fromEntries(healthParts.map((part) => [part, reading()])) as ProcessingStatus['systemHealth'],
  ffmpeg: { version: '5.1', isOld: true, verdict: 'Its source is of 2022.', encoders: [{ name: 'libx264', available: true }] },
  workers: [],
  disk: null,
  captions: { mode: 'auto', siteLanguage: null, models: [] },
  ...parts,
})

export const storageLike = (parts: Partial<StorageStats> = {}): StorageStats => ({
  bucket: { totalSize: 0.1, totalSizeMB: 102, totalFiles: 30, totalBytes: 107_000_000, bucketName: 'local storage' },
  assets: { total: 25, recent: 5, bytes: 100_000_000 },
  lastUpdated: new Date().toISOString(),
  byPrefix: [],
  byKind: [{ kind: 'GIF', files: 5, bytes: 1024 }],
  byUser: [],
  trash: { files: 0, bytes: 0 },
  disk: null,
  ...parts,
})
