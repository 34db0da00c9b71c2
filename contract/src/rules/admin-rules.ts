/** Shared by server and admin pages, without the schema library. */
export const healthParts = ['database', 'cache', 'storage', 'queue', 'mail', 'ffmpeg'] as const
export type HealthPart = (typeof healthParts)[number]

export const historyRanges = ['1h', '24h', '30d'] as const
export type HistoryRange = (typeof historyRanges)[number]

export const jobSorts = ['newest', 'oldest', 'status'] as const
export type AdminJobSort = (typeof jobSorts)[number]

export const userSorts = ['newest', 'name', 'videos', 'bytes', 'last-sign-in'] as const
export type UserSort = (typeof userSorts)[number]

export const reportFormats = ['json', 'csv'] as const
export type ReportFormat = (typeof reportFormats)[number]

/** Kinds of activity. */
export const activityColors = ['blue', 'green', 'red', 'gray', 'amber'] as const
export type ActivityColor = (typeof activityColors)[number]
