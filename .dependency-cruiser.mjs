// Which workspace and folder may import which; docs/decisions/0005-workspaces-and-boundaries.md says why.
const serverFeatures =
  'accounts|uploads|originals|jobs|pipeline|gallery|plays|stock|admin|live|webhooks|transcription|tasks|exports|trash|bulk|imports|reencodes'
const webFeatures = 'accounts|dashboard|search|upload|gallery|watch|playlists|statistics|jobs|admin|tasks|import'
const test = '\\.(test|suite)\\.tsx?$'

/**
 * No file of `from` may import a file of `to`.
 * @param {string} name
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['from']} from
 * @param {import('dependency-cruiser').IRegularForbiddenRuleType['to']} to
 * @returns {import('dependency-cruiser').IRegularForbiddenRuleType}
 */
const forbid = (name, from, to) => ({ name, severity: 'error', from, to })

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    forbid('no-cycles', {}, { circular: true }),
    forbid('no-unresolved-imports', {}, { couldNotResolve: true }),
    forbid('contract-imports-zod-only', { path: '^contract/src', pathNot: test }, { pathNot: '^contract/src|node_modules/zod/' }),
    // Published: it runs in browsers, Node.js and workers, and brings nothing but the library for resumable uploads.
    forbid(
      'client-imports-nothing-else',
      { path: '^client/src/', pathNot: `^client/src/node\\.js$|${test}` },
      { pathNot: '^client/src/|node_modules/tus-js-client/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'cli-imports-the-client-only',
      { path: '^cli/(bin|src)/', pathNot: test },
      { pathNot: '^(cli|client)/', dependencyTypesNot: ['core', 'type-only'] },
    ),
    forbid('media-imports-no-other-workspace', { path: '^media/src' }, { path: '^(contract|client|server|web|cli)/' }),
    forbid(
      'media-decisions-are-pure',
      { path: '^media/src/(probing|planning|arguments|mp4|matroska|avi|speech)/', pathNot: test },
      { pathNot: '^media/src/(probing|planning|arguments|mp4|matroska|avi|speech)/' },
    ),
    forbid('server-does-not-import-web', { path: '^server/' }, { path: '^(client|web|cli)/' }),
    forbid('web-does-not-import-server', { path: '^web/' }, { path: '^(server|media|cli)/' }),
    // The schemas would bring their library into the first page; the browser needs only their types.
    forbid(
      'web-imports-schemas-as-types-only',
      { path: '^web/src' },
      {
        path: '^contract/src/(endpoints?|imports|accounts/[\\w-]+|webhooks/[\\w-]+|jobs|uploads|gallery|captions|captions/caption-choice|plays|playlists|history|thumbnails|replacements|exports|stock|live|metadata|tasks|bulk|trash|video-filter|protection/protection|admin/admin(-(captions|fields|jobs|storage|system|users))?)\\.ts$|node_modules/zod/',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'server-features-are-independent',
      { path: `^server/src/(${serverFeatures})/` },
      { path: `^server/src/(${serverFeatures})/`, pathNot: '^server/src/$1/' },
    ),
    forbid(
      'server-features-import-only-handler-types-of-http',
      { path: `^server/src/(${serverFeatures})/`, pathNot: test },
      { path: '^server/src/http/', pathNot: '^server/src/http/api/(handlers|serialized-response)\\.ts$' },
    ),
    forbid('http-imports-no-feature', { path: '^server/src/http/', pathNot: test }, { path: `^server/src/(${serverFeatures})/` }),
    forbid(
      'platform-imports-no-feature',
      { path: '^server/src/platform/', pathNot: test },
      { path: `^server/src/(${serverFeatures}|http|compose|main)` },
    ),
    // The adapter behind each port is chosen in open-platform.ts and nowhere else. HTTP answers the links of local storage, by type.
    forbid(
      'ports-not-adapters',
      { path: '^server/src/', pathNot: `^server/src/(platform/|open-platform\\.ts$|doctor\\.ts$)|${test}` },
      {
        path: '^server/src/platform/(storage/(local|s3)|queue/(postgres|redis|bull)|cache/(memory|redis)|redis-client|mail/(smtp|terminal)|database/embedded)',
        dependencyTypesNot: ['type-only'],
      },
    ),
    forbid(
      'only-main-and-tests-import-compose',
      { path: '^server/src/', pathNot: `^server/src/main\\.ts$|${test}` },
      { path: '^server/src/compose\\.ts$' },
    ),
    // The steps of a start: compose.ts calls them in order, and nothing else puts features together.
    forbid(
      'only-compose-imports-its-steps',
      { path: '^server/src/', pathNot: '^server/src/(compose|create-features|start-worker)\\.ts$' },
      { path: '^server/src/(create-features|start-worker|media-services|open-imports)\\.ts$' },
    ),
    // A worker serves nobody, so it builds nothing of what serves people.
    forbid(
      'worker-builds-no-features',
      { path: '^server/src/(start-worker|media-services)\\.ts$' },
      { path: '^server/src/(create-features|gallery/gallery|accounts/accounts|stock/stock|admin/admin|live/live)\\.ts$' },
    ),
    forbid(
      'web-features-are-independent',
      { path: `^web/src/features/(${webFeatures})/` },
      { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
    ),
    forbid('only-app-imports-features', { path: '^web/src/', pathNot: '^web/src/(app|features)/' }, { path: '^web/src/features/' }),
    forbid('nothing-imports-app', { path: '^web/src/', pathNot: '^web/src/(app/|main\\.tsx$)' }, { path: '^web/src/app/' }),
    forbid(
      'web-ui-and-format-import-nothing-else',
      { path: '^web/src/(ui|format)/' },
      { path: '^web/src/', pathNot: '^web/src/(ui|format)/' },
    ),
    forbid('web-api-imports-nothing-else', { path: '^web/src/api/' }, { path: '^web/src/', pathNot: '^web/src/api/' }),
    forbid(
      'no-test-code-in-product',
      { path: '^(contract|client|media|server|web|cli)/src/', pathNot: test },
      { path: `${test}|^server/testing/|^e2e/|^tests/` },
    ),
    forbid(
      'no-development-packages-in-the-server',
      { path: '^(contract|media|server)/src/', pathNot: test },
      { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|artefacts|data)/' },
    tsPreCompilationDeps: true,
    combinedDependencies: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
}
