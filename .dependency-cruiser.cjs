// Who may import whom: docs/ARCHITECTURE.md in rules. Every arrow in server/ runs down this list, none back up.
const DOORS = ['main', 'app', 'context', 'wire-facts', 'rest', 'graphql', 'rooms']
const ROOMS = [
  'privacy',
  'matching',
  'accounts',
  'chat',
  'nearby',
  'admin',
  'safety',
  'billing',
  'notifications',
  'presence',
  'live',
]

const room = (name) => `^server/${name}/`
const belongsTo = (names) => `^server/(${names.join('|')})(/|\\.ts$)`

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'schema-stands-alone',
      severity: 'error',
      from: { path: '^schema/' },
      to: { path: '^(server|web|desktop|tests|prisma)/' },
    },
    {
      name: 'server-web-desktop-apart',
      severity: 'error',
      from: { path: '^(server|web|desktop)/' },
      to: { path: '^(server|web|desktop|tests)/', pathNot: '^$1/' },
    },
    {
      // Everything else of the page works without the desktop app around it.
      name: 'the-bridge-through-one-module',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot: '^web/(desktop\\.ts$|state/desktop-(link|tokens)\\.ts$|screens/desktop/)',
      },
      to: { path: '^schema/desktop\\.ts$' },
    },
    {
      name: 'only-main-and-preload-load-electron',
      severity: 'error',
      from: { path: '^desktop/', pathNot: '^desktop/(main/main|preload/(find-bar-)?preload)\\.ts$' },
      to: { path: 'node_modules/electron/|^electron$', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'preload-knows-the-contract-alone',
      severity: 'error',
      from: { path: '^desktop/preload/' },
      to: { path: '^(desktop/main|schema)/', pathNot: '^schema/(desktop|find-bar)\\.ts$' },
    },
    ...ROOMS.map((name, rank) => ({
      name: `room-${name}-looks-down-only`,
      severity: 'error',
      from: { path: room(name) },
      to: { path: belongsTo([...DOORS, ...ROOMS.slice(0, rank), 'embedded']) },
    })),
    {
      name: 'rooms-through-their-index',
      severity: 'error',
      from: { path: '^server/([^/]+)/' },
      to: { path: '^server/[^/]+/.+', pathNot: ['^server/$1/', '^server/[^/]+/index\\.ts$'] },
    },
    {
      name: 'doors-and-main-through-room-indexes',
      severity: 'error',
      from: { path: '^server/[^/]+\\.ts$' },
      to: { path: '^server/[^/]+/.+', pathNot: '^server/[^/]+/index\\.ts$' },
    },
    {
      name: 'ground-knows-no-room',
      severity: 'error',
      from: {
        path: '^server/(store/|(api-headers|client-address|config|setting|defence-settings|display-names|facts|clock|errors|failure-log|html|log|loopback|metrics|network|origins|platform|rate-limits|rate-limit-usage|reach|read-body|request-text|secret-box|secret-key|security-log|standing|validation-messages)\\.ts$)',
      },
      to: { path: belongsTo([...DOORS, ...ROOMS, 'embedded']) },
    },
    {
      name: 'local-mode-only-for-main-and-context',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(main\\.ts|admin-command\\.ts|context\\.ts|embedded/)' },
      to: { path: '^server/embedded/' },
    },
    {
      name: 'only-app-and-main-know-the-context',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(main|app)\\.ts$' },
      to: { path: '^server/context\\.ts$' },
    },
    {
      name: 'ui-knows-no-product',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^(schema|web/(app|screens|state|data))/' },
    },
    {
      name: 'data-is-the-lowest',
      severity: 'error',
      from: { path: '^web/data/' },
      to: { path: '^web/(app|screens|state|ui)/' },
    },
    {
      name: 'state-knows-no-screen',
      severity: 'error',
      from: { path: '^web/state/' },
      to: { path: '^web/(app|screens|ui)/' },
    },
    {
      name: 'screens-know-no-app',
      severity: 'error',
      from: { path: '^web/screens/' },
      to: { path: '^web/app/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^server/store/generated/|\\.d\\.mts$' },
    parser: 'swc',
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
