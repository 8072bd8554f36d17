import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod'
import { LANGUAGES } from '#schema/languages.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const require = createRequire(import.meta.url)
/** What electron-builder copies extra resources with. */
const { getFileMatchers, copyFiles } = require('app-builder-lib/out/fileMatcher.js') as {
  getFileMatchers(config: object, name: 'extraResources', resources: string, options: object): unknown[]
  copyFiles(matchers: unknown[]): Promise<void>
}
const { getConfig } = require('app-builder-lib/out/util/config/config.js') as {
  getConfig(root: string, file: string, given: null): Promise<unknown>
}
const model = z.looseObject({
  mac: z.looseObject({ extendInfo: z.record(z.string(), z.string()), extraResources: z.unknown() }),
})

/** Chromium's names of the languages that it names otherwise: Electron's bundle has folders with these names. */
const FOLDERS: Partial<Record<string, string>> = { 'pt-BR': 'pt_BR', 'zh-Hans': 'zh_CN' }
const folderOf = (code: string) => `${FOLDERS[code] ?? code}.lproj`

let resources: string
let info: Record<string, string>
beforeAll(async () => {
  resources = await mkdtemp(join(tmpdir(), 'rapport-mac-texts-'))
  const { mac } = model.parse(await getConfig(ROOT, 'electron-builder.yml', null))
  info = mac.extendInfo
  const options = {
    macroExpander: (path: string) => path,
    customBuildOptions: mac,
    globalOutDir: join(ROOT, 'dist/packages'),
    defaultSrc: ROOT,
  }
  await copyFiles(getFileMatchers({}, 'extraResources', resources, options) ?? [])
})
afterAll(() => rm(resources, { recursive: true }))

/** Reads a file as macOS does without a byte order mark: as UTF-8. @throws TypeError for other encodings */
async function readTexts(code: string): Promise<Record<string, string>> {
  const bytes = await readFile(join(resources, folderOf(code), 'InfoPlist.strings'))
  const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  const lines = content.trimEnd().split('\n')
  return Object.fromEntries(
    lines.map((line) => {
      const [, key = '', text = ''] = /^"(\w+)" = "([^"\\]+)";$/.exec(line) ?? []
      return [key, text]
    }),
  )
}

describe('the texts of macOS’s permission dialogs', () => {
  // covers: design-macos-location-text
  it.each(LANGUAGES)('exist in $code, for every key of Info.plist', async ({ code }) => {
    const texts = await readTexts(code)
    expect(Object.keys(texts).sort()).toEqual(Object.keys(info).sort())
    expect(Object.keys(texts)).toHaveLength(2)
    for (const [key, english] of Object.entries(info))
      if (code === 'en') expect(texts[key]).toBe(english)
      else expect(texts[key]).not.toBe(english)
  })

  it('exist in no other language', async () => {
    expect((await readdir(resources)).sort()).toEqual(LANGUAGES.map(({ code }) => folderOf(code)).sort())
  })
})
