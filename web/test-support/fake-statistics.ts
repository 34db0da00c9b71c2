import type { Statistics } from '@video-forge/contract/plays'

/** Statistics as the server sends them, with the fields that a test sets. */
export const statisticsLike = (parts: Partial<Statistics> = {}): Statistics & { success: true } => ({
  success: true,
  period: '28',
  views: 1234,
  plays: 2000,
  watchSeconds: 7260,
  averageShare: 0.625,
  retention: Array.from({ length: 100 }, (_, part) => 1 - part / 100),
  step: 'day',
  byDay: [
    { day: '2026-01-09', views: 1000, plays: 1500, watchSeconds: 7000 },
    { day: '2026-01-10', views: 234, plays: 500, watchSeconds: 260 },
  ],
  referrers: [
    { host: '', views: 1000, share: 0.81 },
    { host: 'news.example', views: 234, share: 0.19 },
  ],
  devices: [{ device: 'phone', views: 1234, share: 1 }],
  startup: 0.424,
  stalls: 600,
  viewersNow: 3,
  videos: [],
  ...parts,
})

export const noStatistics = (parts: Partial<Statistics> = {}) =>
  statisticsLike({
    ...{ views: 0, plays: 0, watchSeconds: 0, stalls: 0, viewersNow: 0 },
    ...{ averageShare: null, retention: null, startup: null },
    ...{ byDay: [], referrers: [], devices: [] },
    ...parts,
  })
