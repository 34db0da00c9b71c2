/** The base path of every endpoint. */
export const apiPrefix = '/prod/api'
