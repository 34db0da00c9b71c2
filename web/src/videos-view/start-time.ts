/** Seconds of an address like `?t=90`, `?t=1m30s` or `?t=1:30`; undefined if there is none. */
export function parseStartTime(text: string | null): number | undefined {
  if (!text) return undefined
  const clock = /^(?:(\d{1,3}):)?(\d{1,3}):(\d{1,2})$/.exec(text)
  const units = /^(?:(\d{1,4})h)?(?:(\d{1,5})m)?(?:(\d{1,6}(?:\.\d+)?)s?)?$/i.exec(text)
  const [, hours, minutes, seconds] = clock ?? units ?? []
  if (!hours && !minutes && !seconds) return undefined
  return Number(hours ?? 0) * 3600 + Number(minutes ?? 0) * 60 + Number(seconds ?? 0)
}

interface LinkedVideo {
  id: string
  /** The secret of the share link that opened the page. */
  link: string | undefined
}

/** The address of the page of a video, at a time in whole seconds. */
export function addressAt({ id, link }: LinkedVideo, seconds: number): string {
  const address = new URL(`/video/${id}`, window.location.origin)
  if (link) address.searchParams.set('link', link)
  return withStartTime(address.href, seconds)
}

/** An address with the time at which it starts. */
export function withStartTime(address: string, seconds: number | undefined): string {
  if (!seconds || seconds < 1) return address
  const url = new URL(address)
  url.searchParams.set('t', String(Math.floor(seconds)))
  return url.href
}
