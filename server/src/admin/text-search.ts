/** What a person typed as a pattern that means just those characters, anywhere in the text. */
export const patternFor = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`
