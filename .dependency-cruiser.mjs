// Which workspace and folder may import which; docs/decisions/0005-workspaces-and-boundaries.md says why.
const serverFeatures = 'accounts|uploads|originals|jobs|pipeline|gallery|plays|stock|admin|live|webhooks|transcription'
const webFeatures = 'accounts|dashboard|search|upload|gallery|watch|statistics|jobs|admin'
const test = '\\.(test|suite)\\.tsx?$'

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolved-imports', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'contract-imports-zod-only',
      severity: 'error',
      from: { path: '^contract/src', pathNot: test },
      to: { pathNot: '^contract/src|node_modules/zod/' },
    },
    { name: 'media-imports-no-other-workspace', severity: 'error', from: { path: '^media/src' }, to: { path: '^(contract|server|web)/' } },
    {
      name: 'media-decisions-are-pure',
      severity: 'error',
      from: { path: '^media/src/(probing|planning|arguments|mp4|speech)/', pathNot: test },
      to: { pathNot: '^media/src/(probing|planning|arguments|mp4|speech)/' },
    },
    { name: 'server-does-not-import-web', severity: 'error', from: { path: '^server/' }, to: { path: '^web/' } },
    { name: 'web-does-not-import-server', severity: 'error', from: { path: '^web/' }, to: { path: '^(server|media)/' } },
    {
      // The schemas would bring their library into the first page; the browser needs only their types.
      name: 'web-imports-schemas-as-types-only',
      severity: 'error',
      from: { path: '^web/src' },
      to: {
        path: '^contract/src/(endpoints?|accounts|jobs|uploads|gallery|captions|captions/caption-choice|plays|thumbnails|replacements|stock|live|webhooks|admin/admin(-(captions|fields|jobs|storage|system|users))?)\\.ts$|node_modules/zod/',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'server-features-are-independent',
      severity: 'error',
      from: { path: `^server/src/(${serverFeatures})/` },
      to: { path: `^server/src/(${serverFeatures})/`, pathNot: '^server/src/$1/' },
    },
    {
      name: 'server-features-import-only-handler-types-of-http',
      severity: 'error',
      from: { path: `^server/src/(${serverFeatures})/`, pathNot: test },
      to: { path: '^server/src/http/', pathNot: '^server/src/http/api/(handlers|serialized-response)\\.ts$' },
    },
    {
      name: 'http-imports-no-feature',
      severity: 'error',
      from: { path: '^server/src/http/', pathNot: test },
      to: { path: `^server/src/(${serverFeatures})/` },
    },
    {
      name: 'platform-imports-no-feature',
      severity: 'error',
      from: { path: '^server/src/platform/', pathNot: test },
      to: { path: `^server/src/(${serverFeatures}|http|compose|main)` },
    },
    {
      // The adapter behind each port is chosen in open-platform.ts and nowhere else. HTTP answers the links of local storage, by type.
      name: 'ports-not-adapters',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/(platform/|open-platform\\.ts$|doctor\\.ts$)|${test}` },
      to: {
        path: '^server/src/platform/(storage/(local|s3)|queue/(postgres|redis|bull)|cache/(memory|redis)|redis-client|mail/(smtp|terminal)|database/embedded)',
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'only-main-and-tests-import-compose',
      severity: 'error',
      from: { path: '^server/src/', pathNot: `^server/src/main\\.ts$|${test}` },
      to: { path: '^server/src/compose\\.ts$' },
    },
    {
      // The steps of a start: compose.ts calls them in order, and nothing else puts features together.
      name: 'only-compose-imports-its-steps',
      severity: 'error',
      from: { path: '^server/src/', pathNot: '^server/src/(compose|create-features|start-worker)\\.ts$' },
      to: { path: '^server/src/(create-features|start-worker|media-services)\\.ts$' },
    },
    {
      // A worker serves nobody, so it builds nothing of what serves people.
      name: 'worker-builds-no-features',
      severity: 'error',
      from: { path: '^server/src/(start-worker|media-services)\\.ts$' },
      to: { path: '^server/src/(create-features|gallery/gallery|accounts/accounts|stock/stock|admin/admin|live/live)\\.ts$' },
    },
    {
      name: 'web-features-are-independent',
      severity: 'error',
      from: { path: `^web/src/features/(${webFeatures})/` },
      to: { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    },
    {
      name: 'only-app-imports-features',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(app|features)/' },
      to: { path: '^web/src/features/' },
    },
    {
      name: 'nothing-imports-app',
      severity: 'error',
      from: { path: '^web/src/', pathNot: '^web/src/(app/|main\\.tsx$)' },
      to: { path: '^web/src/app/' },
    },
    {
      name: 'web-ui-and-format-import-nothing-else',
      severity: 'error',
      from: { path: '^web/src/(ui|format)/' },
      to: { path: '^web/src/', pathNot: '^web/src/(ui|format)/' },
    },
    {
      name: 'web-api-imports-nothing-else',
      severity: 'error',
      from: { path: '^web/src/api/' },
      to: { path: '^web/src/', pathNot: '^web/src/api/' },
    },
    {
      name: 'no-test-code-in-product',
      severity: 'error',
      from: { path: '^(contract|media|server|web)/src/', pathNot: test },
      to: { path: `${test}|^server/testing/|^e2e/|^tests/` },
    },
    {
      name: 'no-development-packages-in-the-server',
      severity: 'error',
      from: { path: '^(contract|media|server)/src/', pathNot: test },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|artefacts|data)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
