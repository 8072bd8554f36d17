// Bundles web/worker/service-worker.ts into /sw.js with the lists of files that it keeps.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { LANGUAGES } from '../schema/languages.ts'

/** Builds the service worker of the web app in `directory`, which has all files that it names. */
export async function buildWorker({ root, directory }) {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: {
      WORKER_FILES: JSON.stringify(filesByLanguage(directory)),
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

function filesByLanguage(directory) {
  const entry = (url) => ({ url, revision: revisionOf(join(directory, url)) })
  return Object.fromEntries(
    LANGUAGES.map(({ code }) => [
      code,
      { offline: entry(code === 'en' ? '/offline.html' : `/offline.${code}.html`) },
    ]),
  )
}

const revisionOf = (file) => createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 16)
