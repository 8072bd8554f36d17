import { resolve } from 'node:path'
import { type BuildEnvironmentOptions, defineConfig } from 'vite'

const ROOT = resolve(import.meta.dirname, '..')

/**
 * One bundle for each mode: the main process, the preloads of the page and of the find bar, and the scripts of the
 * offline page and of the find bar. They hold all they need: the packaged app has no node_modules.
 */
const BUNDLES: Record<string, BuildEnvironmentOptions> = {
  main: {
    ssr: resolve(ROOT, 'desktop/main/main.ts'),
    rolldownOptions: {
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: 'main.cjs', chunkFileNames: '[name].cjs' },
    },
  },
  // A sandboxed preload is CommonJS, and one file.
  preload: {
    ssr: resolve(ROOT, 'desktop/preload/preload.ts'),
    rolldownOptions: {
      external: ['electron'],
      // Of the contract it needs the names alone.
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

export default defineConfig(({ mode }) => ({
  root: ROOT,
  publicDir: false,
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
