/** The time of day in the reader's locale. */
export const formatClockTime = (milliseconds: number): string => new Date(milliseconds).toLocaleTimeString()
