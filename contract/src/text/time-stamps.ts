export interface TimeStamp {
  /** Where it begins in the text. */
  index: number
  text: string
  seconds: number
}

/** 1:23 or 1:02:03, not inside a longer number. */
const pattern = /(?<![\d:.,])(?:(\d{1,3}):([0-5]\d)|(\d{1,3}):([0-5]?\d):([0-5]\d))(?![\d:]|[.,]\d)/g

/** The times written in a text, in their order. */
export const findTimeStamps = (text: string): TimeStamp[] =>
  Array.from(text.matchAll(pattern), (match) => {
    const [, minutes, seconds, hours, minutesOfHour, secondsOfMinute] = match
    const value =
      hours === undefined
        ? Number(minutes) * 60 + Number(seconds)
        : Number(hours) * 3600 + Number(minutesOfHour) * 60 + Number(secondsOfMinute)
    return { index: match.index, text: match[0], seconds: value }
  })
