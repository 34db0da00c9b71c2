/** Whether this site shows nothing to people without an account, which the server says in the page. */
export const isInternalSite = (): boolean => document.querySelector('meta[name=site][content=internal]') !== null

/** Whether somebody without an account may open a page about videos: a share link or a playback token in its address may open one. */
export const mayVisit = (search: string): boolean =>
  !isInternalSite() || ['link', 'token'].some((name) => new URLSearchParams(search).has(name))
