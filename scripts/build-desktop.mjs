// Builds the desktop app for packaging: its bundles, the web build, the icons, and a package.json without
// dependencies.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const root = resolve(dirname(fileURLToPath(import.meta.url)), '..')
const out = join(root, 'dist/desktop')
const { readBuildSettings } = await import('../desktop/packaging/build-settings.mjs')
try {
  const { serverAddress, updateFeed } = readBuildSettings(process.env)
  // desktop/vite.config.ts defines them in the main process.
  process.env.PUBLIC_URL = serverAddress
  process.env.DESKTOP_UPDATE_FEED = updateFeed ?? ''
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
process.env.NODE_ENV = 'production'
process.chdir(root)

rmSync(out, { recursive: true, force: true })
for (const folder of ['offline', 'find-bar']) mkdirSync(join(out, folder), { recursive: true })
for (const mode of ['main', 'preload', 'find-bar-preload', 'offline', 'find-bar'])
  await build({ configFile: 'desktop/vite.config.ts', mode, logLevel: 'warn' })

// The app reads files from the disk and is installed already. It needs no compressed copies, manifest or screenshots.
const wanted = (path) => !/\.(br|gz)$/.test(path) && !/[\\/](\.vite|screenshots)$/.test(path)
cpSync(join(root, 'dist/web'), join(out, 'web'), { recursive: true, filter: wanted })
const { withProduct } = await import('./product-texts.ts')
for (const folder of ['offline', 'find-bar'])
  for (const type of ['html', 'css']) {
    const file = `${folder}/${folder}.${type}`
    writeFileSync(join(out, file), withProduct(readFileSync(join(root, 'desktop', file), 'utf8')))
  }
for (const [file, name] of [
  ['fraunces-soft-latin', 'fraunces'],
  ['figtree-latin', 'figtree'],
])
  cpSync(join(root, `web/ui/fonts/${file}.woff2`), join(out, `offline/${name}.woff2`))
cpSync(join(root, 'desktop/icons'), join(out, 'icons'), { recursive: true })

const { packagedManifest } = await import('../desktop/packaging/manifest.mjs')
const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(
  join(out, 'package.json'),
  `${JSON.stringify(packagedManifest(own, process.env.PUBLIC_URL), null, 2)}\n`,
)
