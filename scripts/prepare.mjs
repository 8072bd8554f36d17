// Builds what the repository does not contain if its sources have changed: the database client and the web build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')

const PARTS = {
  client: {
    sources: ['prisma/schema.prisma', 'node_modules/prisma/package.json'],
    result: 'server/platform/postgres/generated/client.ts',
    title: 'Making the database client',
    command: ['node_modules/prisma/build/index.js', 'generate'],
    // The command looks for an engine that it does not use here; any existing program satisfies it.
    env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, PRISMA_HIDE_UPDATE_MESSAGE: '1' },
  },
  web: {
    sources: [
      'web',
      'schema',
      'locales',
      'lingui.config.ts',
      'vite.config.ts',
      'scripts/build-web.mjs',
      'scripts/earlier-assets.mjs',
      'scripts/catalogue-areas.ts',
      'scripts/product-texts.ts',
      'scripts/start-script.ts',
      'scripts/trim-messages.ts',
      'scripts/trim-router.ts',
      'package-lock.json',
    ],
    result: 'dist/pages/en/index.html',
    title: 'Building the web app',
    command: ['scripts/build-web.mjs'],
    env: {},
  },
  desktop: {
    sources: [
      'desktop',
      'web',
      'schema',
      'locales',
      'lingui.config.ts',
      'vite.config.ts',
      'scripts/build-desktop.mjs',
      'scripts/catalogue-areas.ts',
      'scripts/product-texts.ts',
      'scripts/start-script.ts',
      'scripts/trim-messages.ts',
      'scripts/trim-router.ts',
      'package-lock.json',
    ],
    result: 'dist/desktop/package.json',
    title: 'Building the desktop app',
    command: ['scripts/build-desktop.mjs'],
    env: {},
  },
}

function digest(paths) {
  const hash = createHash('sha256')
  const add = (path) => {
    const full = join(root, path)
    if (!existsSync(full)) return
    if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(join(path, name))
    else hash.update(path).update('\0').update(readFileSync(full)).update('\0')
  }
  for (const path of paths) add(path)
  return hash.digest('hex')
}

/** @param {'client' | 'web' | 'desktop'} name */
export function prepare(name) {
  const { sources, result, title, command, env } = PARTS[name]
  const stamp = join(root, 'node_modules/.cache/rapport', `${name}.sha256`)
  const wanted = digest(sources)
  const made = existsSync(join(root, result)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted
  if (made) return
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const name of process.argv.slice(2)) prepare(name)
