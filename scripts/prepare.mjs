// Builds what the repository does not contain if its sources have changed: the database client and the web build.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { digestOf } from './build-inputs.mjs'
import { requireNode } from './node-version.mjs'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const WEB = {
  folders: ['web', 'schema', 'locales'],
  files: ['package.json', 'package-lock.json', 'tsconfig.json'],
  entries: ['scripts/build-web.mjs', 'vite.config.ts', 'lingui.config.ts'],
}

export const PARTS = {
  client: {
    reads: {
      files: ['prisma/schema.prisma', 'node_modules/prisma/package.json'],
      entries: ['prisma.config.ts'],
    },
    result: 'server/platform/postgres/generated/client.ts',
    title: 'Making the database client',
    command: ['node_modules/prisma/build/index.js', 'generate'],
    // The command looks for an engine that it does not use here; any existing program satisfies it.
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  },
  web: {
    reads: WEB,
    result: 'dist/pages/en/index.html',
    title: 'Building the web app',
    command: ['scripts/build-web.mjs'],
    env: {},
  },
  desktop: {
    reads: {
      folders: [...WEB.folders, 'desktop'],
      files: WEB.files,
      entries: [...WEB.entries, 'scripts/build-desktop.mjs', 'desktop/vite.config.ts'],
      variables: ['PUBLIC_URL', 'DESKTOP_UPDATE_FEED'],
    },
    result: 'dist/desktop/package.json',
    title: 'Building the desktop app',
    command: ['scripts/build-desktop.mjs'],
    env: {},
  },
}

/** @param {'client' | 'web' | 'desktop'} name */
export function prepare(name) {
  const { reads, result, title, command, env } = PARTS[name]
  const stamp = join(root, 'node_modules/.cache/rapport', `${name}.sha256`)
  const wanted = digestOf(root, reads, process.env)
  const made = existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (made) return
  if (!existsSync(join(root, 'node_modules/vite'))) {
    console.error(
      `${title} needs the development packages, which npm leaves out where NODE_ENV is production. Run "npm ci --include=dev".`,
    )
    process.exit(1)
  }
  console.log(`${title} …`)
  const { status, stdout, stderr } = spawnSync(process.execPath, command, {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
  })
  if (status !== 0) {
    console.error(`${stdout}${stderr}\n${title} failed.`)
    process.exit(1)
  }
  mkdirSync(dirname(stamp), { recursive: true })
  writeFileSync(stamp, wanted)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  requireNode()
  for (const name of process.argv.slice(2)) prepare(name)
}
