/** The start of a text. Never cuts a surrogate pair in half. */
export const cutText = (text: string, maxLength: number): string => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
