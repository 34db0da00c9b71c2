import { fileURLToPath } from 'node:url'
import { configDefaults, defineConfig } from 'vitest/config'
import { productsAtOnce } from './e2e/harness/products-at-once.ts'
import { ProjectSequencer } from './tests/project-sequencer.ts'

/** Tests that need the PostgreSQL, Redis and S3 servers that `npm run test:scale` and `npm run test:faults` start. */
const scale = ['**/*.scale.test.ts']
const faults = ['**/*.faults.test.ts']
/** Files that need no other server, and much time: they encode many videos, recognise speech, or start and kill servers. `npm run test:long`. */
const long = ['**/*.long.test.ts']
const others = [...configDefaults.exclude, ...scale, ...faults, ...long]

/** Most tests wait for processes and databases more than they compute, so three files at a time fit on two cores. */
const maxWorkers = 3

/** Limits for tests that hang. A slow test on a busy machine must never reach one of them. */
const patience = { testTimeout: 120_000, hookTimeout: 300_000, expect: { poll: { timeout: 30_000 } } }
const fileAt = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const setupFiles = [fileAt('tests/patient-waits.ts')]

/** Tests that share a database server, and the modules of the server. */
const onServer = {
  globalSetup: ['server/testing/services/global-database.ts'],
  setupFiles: [
    ...setupFiles,
    fileAt('server/testing/services/drop-databases.ts'),
    fileAt('server/testing/cheap-hashes.ts'),
    fileAt('server/testing/media/shared-look-at-ffmpeg.ts'),
  ],
  // Loading the server and its libraries anew for each file took longer than many of the files.
  isolate: false,
  ...patience,
  maxWorkers,
}

/** Tests of the built product with a browser. */
const inBrowser = {
  globalSetup: ['e2e/harness/global-product.ts'],
  setupFiles,
  ...patience,
  // One browser for all files of a worker (harness/browser.ts).
  isolate: false,
  // After the others: browsers and the product need the whole machine.
  sequence: { groupOrder: 1 },
  maxWorkers: productsAtOnce,
}

/** All tests, grouped by what they need: nothing, a database, a DOM, the built product. */
export default defineConfig({
  test: {
    sequence: { sequencer: ProjectSequencer },
    reporters: process.env['CI'] ? ['default'] : ['dot'],
    projects: [
      {
        test: {
          name: 'server',
          include: ['{contract,media,server}/**/*.test.ts'],
          exclude: others,
          ...onServer,
        },
      },
      {
        extends: './web/vite.config.ts',
        test: {
          name: 'web',
          root: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [...setupFiles, fileAt('web/test-support/patient-queries.ts')],
          // Loading React and the screens anew for each file took half of the time.
          isolate: false,
          ...patience,
          maxWorkers,
        },
      },
      {
        test: {
          name: 'repository',
          include: ['{tests,scripts,client,cli}/**/*.test.ts'],
          exclude: ['tests/generated/**'],
          ...patience,
          maxWorkers,
        },
      },
      { test: { name: 'generated', include: ['tests/generated/*.test.ts'], ...patience, maxWorkers } },
      { test: { name: 'e2e', include: ['e2e/**/*.test.ts'], exclude: others, ...inBrowser } },
      ...(process.env['LONG_TESTS']
        ? [
            { test: { name: 'long', include: ['{media,server}/**/*.long.test.ts'], ...onServer } },
            {
              test: {
                name: 'process',
                include: ['e2e/process/*.long.test.ts'],
                globalSetup: ['e2e/harness/global-build.ts'],
                setupFiles,
                ...patience,
                maxWorkers,
              },
            },
            { test: { name: 'e2e-long', include: ['e2e/{,developers/}*.long.test.ts'], ...inBrowser } },
          ]
        : []),
      ...(process.env['PICTURES']
        ? [
            {
              test: {
                name: 'pictures',
                include: ['e2e/docs.pictures.ts'],
                globalSetup: ['e2e/harness/global-product.ts'],
                ...patience,
              },
            },
          ]
        : []),
      ...(process.env['SCALE_S3_ENDPOINT']
        ? [
            { test: { name: 'scale', include: scale, testTimeout: 60_000, hookTimeout: 120_000 } },
            // Mostly waiting for leases to end, so two sites at once fit on two cores.
            { test: { name: 'faults', include: faults, testTimeout: 400_000, hookTimeout: 120_000, maxWorkers: 2 } },
          ]
        : []),
    ],
  },
})
