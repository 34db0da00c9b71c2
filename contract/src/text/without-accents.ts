const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text)

/** As the function without_accents of the database. */
export const withoutAccents = (text: string): string =>
  isAscii(text)
    ? text
    : text
        .normalize('NFD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .normalize()
