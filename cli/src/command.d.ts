import type { Forge } from '@video-forge/client'
import type { Settings } from './storage/settings.js'
import type { Output } from './terminal/output.js'

export interface Option {
  type: 'string' | 'boolean'
  short?: string
  /** The name of its value in the help; for an option with a value. */
  value?: string
  help: string
  /** What a shell offers as its value. */
  choices?: readonly string[]
}

export type Values = Record<string, string | boolean | undefined>

export interface Context {
  /** What follows the words of the command. */
  args: string[]
  options: Values
  /** The site, with the key if there is one. */
  forge: Forge
  settings: Settings
  out: Output
  signal: AbortSignal
}

export interface Command {
  /** What people type, for instance 'captions add'. */
  name: string
  /** The names of its arguments, for instance 'ID FILE'. */
  usage: string
  summary: string
  /** More for its help. */
  notes?: string
  options: Record<string, Option>
  /** The fewest and most arguments. */
  count: readonly [number, number]
  /** Works without a site, such as login. */
  needsNoSite?: boolean
  /** Returns the exit code; 0 if nothing. */
  run(context: Context): Promise<number | undefined>
}
