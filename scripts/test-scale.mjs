// `npm run test:scale`: the adapters for many machines, and the whole product on them, against real servers.
import { browserFor } from './debian-packages.mjs'
import { runSuite } from './scale/run-suite.mjs'

await runSuite('scale', [browserFor('drives the browser tests')])
