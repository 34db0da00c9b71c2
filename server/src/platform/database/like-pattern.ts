/** An `ilike` pattern that matches the text anywhere, with its special characters escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
