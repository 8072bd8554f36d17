import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { PRODUCT } from '#schema/product.ts'
import { APP_ID, LINK_SCHEME } from '../../../desktop/main/pages/origin.ts'
import afterPack from '../../../desktop/packaging/after-pack.mjs'
import { FUSES, wrongFuses } from '../../../desktop/packaging/fuses.mjs'
import { packagedManifest } from '../../../desktop/packaging/manifest.mjs'

const ROOT = resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
interface Matcher {
  patterns: string[]
}
/** electron-builder's own file matcher, applied here to the packages of the server. */
const matchers = require('app-builder-lib/out/fileMatcher.js') as {
  FileMatcher: new (from: string, to: string, expand: (path: string) => string, patterns: string[]) => Matcher
  getNodeModuleFileMatcher(
    from: string,
    to: string,
    expand: (path: string) => string,
    ofPlatform: object,
    packager: object,
  ): Matcher
}
const { NodeModuleCopyHelper } = require('app-builder-lib/out/util/NodeModuleCopyHelper.js') as {
  NodeModuleCopyHelper: new (
    matcher: Matcher,
    packager: object,
  ) => { collectNodeModules(found: object, without: string[], to: string): Promise<string[]> }
}
/** electron-builder's own reader and validator. */
const builder = require('app-builder-lib/out/util/config/config.js') as {
  getConfig(root: string, file: string, given: null): Promise<unknown>
  validateConfiguration(config: unknown, log: { isEnabled: boolean }): Promise<void>
}
const model = z.looseObject({
  appId: z.string(),
  productName: z.string(),
  electronVersion: z.string(),
  publish: z.null(),
  icon: z.string(),
  afterPack: z.string(),
  asar: z.literal(true),
  protocols: z.array(z.object({ name: z.string(), schemes: z.array(z.string()) })),
  files: z.unknown(),
  appImage: z.looseObject({ artifactName: z.string(), executableArgs: z.array(z.string()) }),
  toolsets: z.object({ appimage: z.string() }),
  linux: z.looseObject({ target: z.array(z.string()), icon: z.string(), syncDesktopName: z.boolean() }),
  mac: z.looseObject({
    target: z.array(z.object({ target: z.string(), arch: z.array(z.string()) })),
    entitlements: z.string(),
    entitlementsInherit: z.string(),
  }),
  win: z.looseObject({ target: z.array(z.string()) }),
})
const readConfig = async () => model.parse(await builder.getConfig(ROOT, 'electron-builder.yml', null))

describe('electron-builder.yml', () => {
  // covers: beyond-desktop-packaging
  it('passes electron-builder’s schema, which refuses unknown keys', async () => {
    const config = await readConfig()
    await builder.validateConfiguration(config, { isEnabled: false })
    await expect(builder.validateConfiguration({ ...config, odd: 1 }, { isEnabled: false })).rejects.toThrow(
      'odd',
    )
  })

  // covers: beyond-desktop-name
  it('agrees with the constants of the app', async () => {
    const config = await readConfig()
    expect(config).toMatchObject({ appId: APP_ID, productName: PRODUCT.name })
    expect(config.protocols.flatMap(({ schemes }) => schemes)).toEqual([LINK_SCHEME])
    const own = z.object({
      name: z.string(),
      version: z.string(),
      description: z.string(),
      license: z.string(),
      devDependencies: z.record(z.string(), z.string()),
    })
    const manifest: unknown = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'))
    const { devDependencies } = own.parse(manifest)
    expect(config.electronVersion).toBe(devDependencies.electron)
    expect(packagedManifest(own.parse(manifest), 'https://rapport.test')).toMatchObject({
      productName: PRODUCT.name,
      desktopName: `${PRODUCT.slug}.desktop`,
      main: 'main.cjs',
    })
    expect(config.linux.syncDesktopName).toBe(true)
    expect([config.icon, config.afterPack].filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
  })

  it('builds AppImage and deb, dmg with the zip for updates, and nsis', async () => {
    const { linux, mac, win } = await readConfig()
    expect([linux, win].map(({ target }) => target)).toEqual([['AppImage', 'deb'], ['nsis']])
    expect(mac.target).toEqual([
      { target: 'dmg', arch: ['x64', 'arm64'] },
      { target: 'zip', arch: ['x64', 'arm64'] },
    ])
  })

  // covers: beyond-desktop-linux-icons
  it('gives Linux an icon in each size of the icon themes, and no other', async () => {
    const { linux } = await readConfig()
    const names = await readdir(join(ROOT, linux.icon))
    const sizes = names.map((name) => Number(/^(\d+)x\1\.png$/.exec(name)?.[1]))
    expect(sizes.sort((a, b) => a - b)).toEqual([16, 24, 32, 48, 64, 128, 256, 512])
    for (const size of sizes) {
      const png = await readFile(join(ROOT, linux.icon, `${size}x${size}.png`))
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    }
  })

  // covers: beyond-desktop-page-languages
  it('keeps all of Electron’s locales, from which Electron makes the languages of the page', async () => {
    const config = await readConfig()
    for (const part of [config, config.linux, config.mac, config.win])
      expect(part).not.toHaveProperty('electronLanguages')
  })

  // covers: beyond-desktop-position-on-macos
  it('signs the app on macOS with the location entitlement, and its helpers without it', async () => {
    const { mac } = await readConfig()
    const has = async (file: string) =>
      (await readFile(join(ROOT, file), 'utf8')).includes('com.apple.security.personal-information.location')
    expect([await has(mac.entitlements), await has(mac.entitlementsInherit)]).toEqual([true, false])
  })

  it('keeps the sandbox and the file name of an AppImage', async () => {
    const { appImage, toolsets } = await readConfig()
    // The runtime of 0.0.0, which is the default, needs libfuse2.
    expect(toolsets.appimage).toBe('1.0.3')
    expect(appImage.executableArgs).toEqual([])
    expect(appImage.artifactName).not.toContain('version')
  })

  // covers: beyond-desktop-packages-without-server
  it('packages none of the server’s dependencies', async () => {
    const { files } = await readConfig()
    const folder = await mkdtemp(join(tmpdir(), 'rapport-packages-'))
    const dir = join(folder, 'node_modules/koa')
    await mkdir(join(dir, 'lib'), { recursive: true })
    for (const name of ['package.json', 'index.js', 'lib/context.js']) await writeFile(join(dir, name), '{}')
    /** As computeNodeModuleFileSets of app-builder-lib asks for one package. */
    async function taken(patterns: unknown) {
      const same = (path: string) => path
      const packager = {
        config: { files: patterns },
        appInfo: { type: 'module' },
        debugLogger: { isEnabled: false },
        getWorkspaceRoot: async () => folder,
      }
      const all = matchers.getNodeModuleFileMatcher(folder, '/app', same, {}, packager)
      const matcher = new matchers.FileMatcher(dir, '/app/node_modules/koa', same, all.patterns)
      const copier = new NodeModuleCopyHelper(matcher, packager)
      return copier.collectNodeModules({ name: 'koa', dir }, [], 'node_modules/koa')
    }
    expect(await taken(['**/*'])).toHaveLength(3)
    expect(await taken(files)).toEqual([])
    await rm(folder, { recursive: true })
  })
})

describe('the fuses', () => {
  let folder: string
  let program: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'rapport-fuses-'))
    program = join(folder, 'rapport')
    // A program's fuse wire: the sentinel, the version, the number of fuses, and one letter each, as Electron ships
    // them.
    const wire = Buffer.concat([
      Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'),
      Buffer.from([1, 9]),
      Buffer.from('101100101'),
    ])
    await writeFile(program, Buffer.concat([Buffer.alloc(64, 'x'), wire, Buffer.alloc(64, 'x')]))
  })
  afterEach(() => rm(folder, { recursive: true, force: true }))
  const pack = () =>
    afterPack({
      electronPlatformName: 'linux',
      appOutDir: folder,
      packager: { appInfo: { productFilename: 'Rapport' }, executableName: 'rapport' },
    })

  it('get an explicit value for every fuse of the runtime', () => {
    const known = Object.values(FuseV1Options).filter((value) => typeof value === 'number')
    expect(Object.keys(FUSES).map(Number).sort()).toEqual(known.sort())
  })

  // covers: beyond-desktop-fuses
  it('change the packaged program', async () => {
    await copyFile(program, join(folder, 'untouched'))
    await pack()
    expect(await wrongFuses(program, getCurrentFuseWire)).toEqual([])
    const wrong = await wrongFuses(join(folder, 'untouched'), getCurrentFuseWire)
    expect(wrong).toContain('RunAsNode')
  })
})
