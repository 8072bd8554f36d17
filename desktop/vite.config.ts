import { resolve } from 'node:path'
import { lingui } from '@lingui/vite-plugin'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * Builds one bundle for each mode: the main process, the preloads of the page and of the find bar, and the scripts of
 * the offline page and of the find bar. Bundles contain their dependencies, because the packaged app has no
 * node_modules.
 */
const BUNDLES: Record<string, BuildEnvironmentOptions> = {
  main: {
    ssr: true,
    rolldownOptions: {
      input: Object.fromEntries(
        // Browser tests start the last two with a double of Electron.
        ['main', 'desktop-app', 'load-texts'].map((name) => [name, resolve(ROOT, `desktop/main/${name}.ts`)]),
      ),
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: chunkName },
    },
  },
  // A sandboxed preload must be a single CommonJS file.
  preload: {
    ssr: resolve(ROOT, 'desktop/preload/preload.ts'),
    rolldownOptions: {
      external: ['electron'],
      // The preload needs only the names of the contract.
      treeshake: { moduleSideEffects: false },
      output: { format: 'cjs', entryFileNames: 'preload.cjs', codeSplitting: false },
    },
  },
  'find-bar-preload': {
    ssr: resolve(ROOT, 'desktop/preload/find-bar-preload.ts'),
    rolldownOptions: {
      external: ['electron'],
      treeshake: { moduleSideEffects: false },
      output: { format: 'cjs', entryFileNames: 'find-bar-preload.cjs', codeSplitting: false },
    },
  },
  offline: {
    rolldownOptions: {
      input: resolve(ROOT, 'desktop/offline/offline.ts'),
      output: { format: 'es', entryFileNames: 'offline/offline.js' },
    },
  },
  'find-bar': {
    rolldownOptions: {
      input: resolve(ROOT, 'desktop/find-bar/find-bar.ts'),
      output: { format: 'es', entryFileNames: 'find-bar/find-bar.js' },
    },
  },
}

/** Names the file of a language's texts after the language. */
function chunkName({ facadeModuleId }: { facadeModuleId?: string | null }): string {
  const [, language] = /\/locales\/([^/]+)\/desktop\.po$/.exec(facadeModuleId ?? '') ?? []
  return language ? `texts/${language}.cjs` : '[name].cjs'
}

export default defineConfig(({ mode }) => ({
  root: ROOT,
  publicDir: false,
  plugins: [lingui({ macroTransform: true, failOnMissing: true, failOnCompileError: true })],
  define: {
    __SERVER_ADDRESS__: JSON.stringify(process.env.PUBLIC_URL || 'http://localhost:3000'),
    __UPDATE_FEED__: JSON.stringify(process.env.DESKTOP_UPDATE_FEED || null),
  },
  ssr: { noExternal: true, target: 'node' },
  build: {
    outDir: 'dist/desktop',
    emptyOutDir: false,
    target: 'es2024',
    minify: mode === 'offline' || mode === 'find-bar',
    ...BUNDLES[mode],
  },
}))
