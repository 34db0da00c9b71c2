import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compose } from '../../src/compose.ts'
import { parseConfig } from '../../src/config.ts'
import { silentLog } from '../silent-log.ts'

/** Starts of the product that are expected to fail, one after the other: why each did, and then this process ends only if nothing is left open. */
const { dataDir, starts }: { dataDir: string; starts: FailedStart[] } = JSON.parse(process.argv.at(-1) ?? '{}')

export interface FailedStart {
  environment?: Record<string, string>
  webFolder?: string
}

const outcomes: { reason: string; isDatabaseLeft: boolean }[] = []
for (const { environment, webFolder = '/nonexistent' } of starts) {
  const config = parseConfig({ PORT: '0', DATA_DIR: dataDir, ...environment }, dataDir)
  const reason = await compose(config, silentLog, webFolder).then(() => 'none', String)
  outcomes.push({ reason, isDatabaseLeft: existsSync(join(dataDir, 'postgres', 'postmaster.pid')) })
}
console.log(JSON.stringify(outcomes))
