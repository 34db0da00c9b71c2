import { resolve } from 'node:path'
import { isOwnAddress } from '../../arguments/input-allowlist.ts'

/** Programs run in another folder, so a path must be whole. An address of a file that still arrives stays as it is. */
export const inputName = (input: string): string => (isOwnAddress(input) ? input : resolve(input))
