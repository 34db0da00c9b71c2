/** The public page of a person. */
export const personPath = (username: string): string => `/u/${encodeURIComponent(username)}`
