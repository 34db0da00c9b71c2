import { playRules } from '@video-forge/contract/rules/play-rules'
import type { RateLimit } from '../../platform/cache/rate-limit.ts'
import type { HashedNetworks } from './viewer.ts'

const perNetwork = (what: string, networks: HashedNetworks, most: number, perSeconds: number): RateLimit[] =>
  networks.map(({ key, times }) => ({ key: `${what}:network:${key}`, most: most * times, perSeconds }))

/** Two hundred people behind one address, each with a report every ten seconds. */
export const reportLimits = (networks: HashedNetworks): RateLimit[] => perNetwork('play-report', networks, 1200, 60)

/** Each new session may claim some seconds at once, so one person cannot open any number of them. */
export const sessionLimits = (networks: HashedNetworks, viewer: Buffer): RateLimit[] => [
  { key: `play-session:viewer:${viewer.toString('base64url')}`, most: 60, perSeconds: 3600 },
  ...perNetwork('play-session', networks, 1200, 3600),
]

/** Somebody who invents browsers can be counted as this many people, and no more. */
export const viewLimits = (networks: HashedNetworks, videoId: string): RateLimit[] =>
  perNetwork(`play-view:${videoId}`, networks, 200, playRules.viewHours * 3600)
