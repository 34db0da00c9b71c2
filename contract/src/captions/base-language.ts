/** The part before the region: 'pt' of 'pt-BR'. */
export const baseLanguage = (code: string): string => code.split('-')[0] ?? code
