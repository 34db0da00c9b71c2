import { errorCode } from './error-code.ts'

/** Whether the disk, or what this process may use of it, is full. */
export const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes(errorCode(error) ?? '')
