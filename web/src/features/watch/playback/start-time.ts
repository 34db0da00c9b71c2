import { findTimeStamps } from '@video-forge/contract/rules/time-stamps'

/** The seconds in `?t=`: 83, 83s, 1m23s, 1h2m3s or 1:23; undefined for anything else. */
export function parseStartTime(text: string | null): number | undefined {
  if (!text) return undefined
  const [stamp] = findTimeStamps(text)
  if (stamp?.text === text) return stamp.seconds
  const [whole, hours = '0', minutes = '0', seconds = '0'] = /^(?:(\d{1,4})h)?(?:(\d{1,4})m)?(?:(\d{1,6})s?)?$/.exec(text) ?? []
  return whole ? Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds) : undefined
}

/** The address with the time at which it starts. */
export function withStartTime(address: string, seconds: number | undefined): string {
  if (!seconds) return address
  const url = new URL(address)
  url.searchParams.set('t', String(Math.floor(seconds)))
  return url.href
}
