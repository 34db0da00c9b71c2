// `npm test`: every test that needs no other server and little time.
import { runTests } from './run-tests.mjs'

await runTests([])
