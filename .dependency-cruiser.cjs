// Which module may import which: docs/ARCHITECTURE.md as rules. Imports in server/ run down these lists, never back up.
const DOMAINS = [
  'privacy',
  'push',
  'matching',
  'admin',
  'accounts',
  'chat',
  'keeping',
  'nearby',
  'abuse',
  'moderation',
  'notifications',
  'billing',
  'mail',
  'presence',
  'live',
]

const domain = (name) => `^server/domains/${name}/`
/** The files that start and connect everything: all of `server/` itself, but the events, which domains emit. */
const entry = '^server/(?!events\\.ts$)[^/]+\\.ts$'
const above = (...folders) => `^server/(${folders.join('|')})/`

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
      // Descriptions and examples are for the documents of the API. No page loads them.
      name: 'only-the-server-describes-models',
      severity: 'error',
      from: { pathNot: '^(server|tests)/|^schema/[\\w-]+\\.fields\\.ts$' },
      to: { path: '^schema/([\\w-]+\\.fields|described-model)\\.ts$' },
    },
    {
      name: 'server-web-desktop-apart',
      severity: 'error',
      from: { path: '^(server|web|desktop)/' },
      to: { path: '^(server|web|desktop|tests)/', pathNot: '^$1/' },
    },
    {
      // All other modules of the web app work the same in a browser and in the desktop app.
      name: 'desktop-contract-through-few-modules',
      severity: 'error',
      from: {
        path: '^web/',
        pathNot: '^web/(desktop\\.ts$|state/desktop/|screens/desktop/)',
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
    ...DOMAINS.map((name, rank) => ({
      name: `domain-${name}-imports-only-lower-domains`,
      severity: 'error',
      from: { path: domain(name) },
      to: {
        path: [
          entry,
          above('transports', 'local'),
          '^server/domains/index\\.ts$',
          ...DOMAINS.slice(0, rank).map(domain),
        ],
      },
    })),
    {
      name: 'domains-through-their-index',
      severity: 'error',
      from: { path: '^server/domains/([^/]+)/' },
      to: {
        path: '^server/domains/[^/]+/.+',
        pathNot: ['^server/domains/$1/', '^server/domains/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'others-through-domain-indexes',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/domains/[^/]+/' },
      to: { path: '^server/domains/[^/]+/.+', pathNot: '^server/domains/[^/]+/index\\.ts$' },
    },
    {
      name: 'transports-import-no-entry-and-no-local-mode',
      severity: 'error',
      from: { path: '^server/transports/', pathNot: '^server/transports/command/' },
      to: { path: [entry, above('local')] },
    },
    {
      name: 'transports-without-the-command-line',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/transports/command/' },
      to: { path: '^server/transports/command/' },
    },
    {
      // app.ts combines them.
      name: 'transports-share-the-front-door-alone',
      severity: 'error',
      from: { path: '^server/transports/(rest|graphql|sse|static|command)/' },
      to: { path: '^server/transports/', pathNot: '^server/transports/($1|http)/' },
    },
    {
      name: 'the-front-door-imports-no-transport',
      severity: 'error',
      from: { path: '^server/transports/http/' },
      to: { path: '^server/transports/', pathNot: '^server/transports/http/' },
    },
    {
      name: 'platform-imports-no-domain',
      severity: 'error',
      from: { path: '^server/platform/' },
      to: { path: [entry, above('transports', 'domains', 'local')] },
    },
    {
      name: 'events-import-the-schema-alone',
      severity: 'error',
      from: { path: '^server/events\\.ts$' },
      to: { path: '^server/' },
    },
    {
      name: 'local-mode-only-for-entry-and-command',
      severity: 'error',
      from: { path: '^server/', pathNot: [entry, '^server/transports/command/', '^server/local/'] },
      to: { path: '^server/local/' },
    },
    {
      name: 'local-mode-imports-no-entry-and-no-transport',
      severity: 'error',
      from: { path: '^server/local/' },
      to: { path: [entry, above('transports')] },
    },
    {
      name: 'only-app-and-main-import-the-context',
      severity: 'error',
      from: { path: '^server/', pathNot: '^server/(main|app)\\.ts$' },
      to: { path: '^server/context\\.ts$' },
    },
    {
      name: 'ui-imports-no-product-code',
      severity: 'error',
      from: { path: '^web/ui/' },
      to: { path: '^(schema|web/(app|screens|hooks|state|data))/' },
    },
    {
      name: 'data-imports-no-other-part-of-the-web-app',
      severity: 'error',
      from: { path: '^web/data/' },
      to: { path: '^web/(app|screens|hooks|state|ui)/' },
    },
    {
      name: 'state-imports-data-alone',
      severity: 'error',
      from: { path: '^web/state/' },
      to: { path: '^web/(app|screens|hooks|ui)/' },
    },
    {
      name: 'hooks-import-state-and-data',
      severity: 'error',
      from: { path: '^web/hooks/' },
      to: { path: '^web/(app|screens|ui)/' },
    },
    {
      name: 'screens-import-no-app',
      severity: 'error',
      from: { path: '^web/screens/' },
      to: { path: '^web/app/' },
    },
    {
      // What two screens need is in screens/shared/ or ui/.
      name: 'screens-import-no-other-screen',
      severity: 'error',
      from: { path: '^web/screens/([^/]+)/' },
      to: {
        path: '^web/screens/',
        pathNot: ['^web/screens/$1/', '^web/screens/shared/'],
        dependencyTypesNot: ['dynamic-import'],
      },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^server/platform/postgres/generated/|\\.d\\.mts$' },
    // It finds imports of types, too. TypeScript 7 has no API that dependency-cruiser could use in its place.
    parser: 'swc',
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.css'],
      conditionNames: ['import', 'node', 'default'],
    },
  },
}
