// `npm run test:long`: the files that encode many videos, or start and kill the product many times.
import { runTests } from './run-tests.mjs'

const projects = ['long', 'process', 'e2e-long']
await runTests(
  projects.flatMap((project) => ['--project', project]),
  { LONG_TESTS: 'true' },
)
