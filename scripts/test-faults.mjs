// `npm run test:faults`: what must hold after a worker is killed, a server is unavailable, a disk is full or a clock is wrong.
import { browserFor } from './debian-packages.mjs'
import { runSuite } from './scale/run-suite.mjs'

await runSuite('faults', [
  { command: 'faketime', package: 'faketime', purpose: 'sets the clock of one process' },
  browserFor('watches while workers are killed'),
])
