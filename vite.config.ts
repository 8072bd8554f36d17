import { lingui } from '@lingui/vite-plugin'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogueAreas } from './scripts/catalogue-areas.ts'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { interestNames } from './scripts/interest-names.ts'
import { keepTogether } from './scripts/keep-together.ts'
import { productTexts } from './scripts/product-texts.ts'
import { startScript } from './scripts/start-script.ts'
import { unusedRouter } from './scripts/unused-router.ts'

const SERVER = 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [
    react(),
    lingui({ macroTransform: true, failOnMissing: true, failOnCompileError: true }),
    catalogueAreas(),
    interestNames(),
    keepTogether(),
    unusedRouter(),
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
        codeSplitting: { groups: chunkGroups() },
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
