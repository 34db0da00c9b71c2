import { compose } from '../../src/compose.ts'
import { parseConfig } from '../../src/config.ts'
import { silentLog } from '../silent-log.ts'

/** The product in a process of its own, with the environment it is given; it says so when it runs. Made to be killed. */
const environment: Record<string, string> = JSON.parse(process.argv.at(-1) ?? '{}')
await compose(parseConfig(environment, environment['DATA_DIR'] ?? ''), silentLog, '/nonexistent')
console.log('runs')
setInterval(() => {}, 1000)
