import * as z from 'zod'
import { id } from '../endpoint.ts'

export const moment = z.iso.datetime()
export const count = z.number().int().nonnegative()
export const bytes = z.number().nonnegative()
/** Query parameters are always text. */
export const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
export const search = z.string().trim().max(200).optional()
/** A selection of several items. */
export const choice = z.array(id).min(1).max(1000)
