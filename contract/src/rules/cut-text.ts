/** The beginning of a text, at most so long. A character of two units is kept whole or left out: half of one is no text. */
export const cutText = (text: string, maxLength: number): string => text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '')
