/** The time of day in the reader's own style, for saying how old something is. */
export const formatClockTime = (milliseconds: number): string => new Date(milliseconds).toLocaleTimeString()
