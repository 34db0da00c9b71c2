/** Which videos are made again in AV1: none, those that are watched, or all, the most watched first. */
export const reencodeModes = ['off', 'popular', 'all'] as const
export type ReencodeMode = (typeof reencodeModes)[number]

export const reencodeStatuses = ['waiting', 'running', 'published', 'not-worth-it', 'skipped', 'failed'] as const
export type ReencodeStatus = (typeof reencodeStatuses)[number]

/** The codec of the renditions that a job makes, and of those that are made of it in idle hours. */
export const videoCodecs = ['h264', 'av1'] as const
export type VideoCodec = (typeof videoCodecs)[number]

export interface ReencodeSettings {
  mode: ReencodeMode
  /** Plays in the last 30 days from which a video counts as popular. */
  minPlays: number
  /** Hours of the day in UTC. From the same to the same hour is the whole day. */
  fromHour: number
  toHour: number
  /** Percent of the cores of a worker. */
  cpuShare: number
}

export const defaultReencodeSettings: ReencodeSettings = { mode: 'off', minPlays: 20, fromHour: 0, toHour: 0, cpuShare: 100 }

/** Whether an hour of the day is within the hours of the settings; they may pass midnight. */
export function isWithinHours({ fromHour, toHour }: Pick<ReencodeSettings, 'fromHour' | 'toHour'>, hour: number): boolean {
  if (fromHour === toHour) return true
  return fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour
}
