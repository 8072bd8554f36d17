// Bundles web/worker/service-worker.ts into /sw.js with the lists of files that it keeps.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { workerFiles } from './worker-files.mjs'

/** Builds the service worker of the web app in `directory`, which has all files that it names. */
export async function buildWorker({ root, directory, manifest }) {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      WORKER_FILES: JSON.stringify(workerFiles(manifest, directory)),
      PAGE_VERSION: JSON.stringify(versionOf(directory)),
      // Serwist leaves out its checks for developers.
      'process.env.NODE_ENV': '"production"',
    },
    build: {
      outDir: directory,
      emptyOutDir: false,
      target: 'es2023',
      lib: {
        entry: join(root, 'web/worker/service-worker.ts'),
        formats: ['iife'],
        name: 'worker',
        fileName: () => 'sw.js',
      },
    },
  })
}

/** Returns the address of the page's first script, whose hash covers the names of all others. */
function versionOf(directory) {
  const page = readFileSync(join(directory, 'index.html'), 'utf8')
  const [, script] = /<script type="module"[^>]* src="(\/assets\/base-[^"]+)"/.exec(page) ?? []
  if (!script) throw new Error('the page has no script')
  return script
}
