// `npm run test:long`: the files that encode many videos, recognise speech, or start and kill servers.
import { runTests } from './run-tests.mjs'

const projects = ['long', 'process', 'e2e-long']
await runTests(
  projects.flatMap((project) => ['--project', project]),
  { LONG_TESTS: 'true' },
)
