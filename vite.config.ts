import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueAreas } from './scripts/catalogue-areas.ts'
import { interestNames } from './scripts/interest-names.ts'
import { keepTogether } from './scripts/keep-together.ts'
import { productTexts } from './scripts/product-texts.ts'
import { startScript } from './scripts/start-script.ts'
import { trimMessages } from './scripts/trim-messages.ts'
import { trimRouter } from './scripts/trim-router.ts'

const SERVER = 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    lingui({ macroTransform: true, failOnMissing: true, failOnCompileError: true }),
    catalogueAreas(),
    interestNames(),
    keepTogether(),
    trimMessages(),
    trimRouter(),
    productTexts(),
    startScript(),
  ],
  build: {
    outDir: '../dist/web',
    emptyOutDir: true,
    manifest: true,
    // The content security policy has no data: fonts or scripts.
    assetsInlineLimit: 0,
    target: 'es2023',
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // The warnings of the router and of the catalogues to developers are no part of the first load.
      // The app itself reports failures with `console.error`, which stays.
      treeshake: { manualPureFunctions: ['warning', 'warningOnce', 'console.warn'] },
      output: {
        codeSplitting: {
          // What every page needs, in one piece: a dozen small files would pack worse.
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@lingui\/core)\/|schema\/product|ui\/(logo|field|use-is-hydrated)|data\/contract|forms\/(use-busy|show-auth-error)|landing\/landing-names|public\/language-switch|preload-helper|web\/(i18n\/(\w+-texts|isolate-values|page-direction)\.|state\/(services|session\/(session|rate-limit-guard)|store|theme|toasts)\.|hooks\/services\.|data\/(api|failure|storage-keys|location-headers)\.|app\/(app|routes|error-boundary|use-head|page-address)\.|ui\/(deferred|loading|button)\.)|schema\/(limits|pages|languages|localized-path|read-localized-path)|rolldown\/runtime|\0rolldown/,
              priority: 1,
            },
            // One file for each of these: every file is named in the lists of what a page preloads.
            { name: 'interest-names', test: /web\/i18n\/(built-in-interest|interest-\w+)\./ },
            { name: 'icons', test: /node_modules\/lucide-react\// },
            {
              name: 'models',
              test: /schema\/(routes\/\w+|routes|chat|nearby|notification|events|errors|text|password|profile|registration)\.ts/,
            },
            {
              name: 'member',
              test: /web\/(i18n\/\w+-texts\.|state\/(chat\/about-conversation|session\/(geolocation|memberLocation))\.|hooks\/member\.|ui\/(mark|use-history-layer|history-layers)\.|screens\/(account\/use-log-out|chat\/days|facts-for-texts)\.)/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(
      ['/api', '/subscribe', '/re-verify', '/dev', '/graphql'].map((path) => [
        path,
        // The server refuses changes from pages of another origin.
        { target: SERVER, changeOrigin: true, headers: { origin: SERVER } },
      ]),
    ),
  },
})
