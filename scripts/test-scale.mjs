// `npm run test:scale`: the adapters for many machines, and the whole product on them, against real servers.
import { runSuite } from './scale/run-suite.mjs'

await runSuite('scale', [{ command: 'chromium', package: 'chromium', purpose: 'drives the browser tests' }])
