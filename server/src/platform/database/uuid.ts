const pattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Whether a text can be compared with a column of type uuid. */
export const isUuid = (text: string): boolean => pattern.test(text)
