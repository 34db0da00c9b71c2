/** How viewers are counted. Shared by server and web, without the schema library. */
export const playRules = {
  /** A player reports this often while it plays. */
  reportSeconds: 10,
  /** A view counts once this much was watched, or this share of the video. */
  viewSeconds: 30,
  viewShare: 0.5,
  /** One person counts once in this time. */
  viewHours: 6,
  /** The fastest speed of the player. */
  maxSpeed: 2,
  /** Into how many equal parts the timeline is divided for the retention curve. */
  retentionParts: 100,
  /** The heat of a video is shown to viewers from this many plays on. */
  heatPlays: 20,
  maxRanges: 50,
  maxReportBytes: 4096,
} as const

export const statisticsPeriods = ['7', '28', '90', 'all'] as const
export type StatisticsPeriod = (typeof statisticsPeriods)[number]

/** Classes of devices. Their order is stored. */
export const deviceClasses = ['desktop', 'phone', 'tablet', 'tv', 'other'] as const
export type DeviceClass = (typeof deviceClasses)[number]

/** Stands for all hosts beyond those that are listed. No host can have this name. */
export const otherHosts = '(other)'
