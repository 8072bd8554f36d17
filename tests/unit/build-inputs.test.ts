import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildInputs, digestOf } from '../../scripts/build-inputs.mjs'
import { PARTS } from '../../scripts/prepare.mjs'

const ROOT = resolve(import.meta.dirname, '../..')
const inputsOf = (part: keyof typeof PARTS) => buildInputs(ROOT, PARTS[part].reads)

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'build-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
}

describe('the inputs of a build', () => {
  const BUILD = { folders: ['web'], files: ['lock.json'], entries: ['config.ts'], variables: ['ADDRESS'] }
  const FILES = {
    'web/deep/page.ts': "import './missing.ts'",
    'lock.json': '{}',
    'config.ts':
      "import { a } from './scripts/a.ts'\nimport 'vite'\nconst b = await import('#scripts/b.mjs')\nexport { a, b }",
    'scripts/a.ts': "export {\n  a,\n} from '../shared/names.ts'\nimport './a.ts'",
    'scripts/b.mjs': 'export const b = 1',
    'shared/names.ts': 'export const a = 1',
    'scripts/other.ts': 'export const other = 1',
  }
  beforeEach(() => write(FILES))

  it('include folders, files, and everything that an entry point imports', () => {
    const { 'scripts/other.ts': _, ...read } = FILES
    expect(buildInputs(folder, BUILD)).toEqual(Object.keys(read).sort())
  })

  it.each(Object.keys(FILES))('give another hash after a change of %s, if the build reads it', (path) => {
    const before = digestOf(folder, BUILD)
    write({ [path]: `${readFileSync(join(folder, path), 'utf8')}\n// changed` })
    expect(digestOf(folder, BUILD) === before).toBe(path === 'scripts/other.ts')
  })

  it('give another hash with another variable, and the same one without a change', () => {
    expect(digestOf(folder, BUILD, { ADDRESS: 'https://a.example', OTHER: '1' })).toBe(
      digestOf(folder, BUILD, { ADDRESS: 'https://a.example' }),
    )
    expect(digestOf(folder, BUILD, { ADDRESS: 'https://a.example' })).not.toBe(digestOf(folder, BUILD))
  })
})

describe('npm start', () => {
  it('builds the web app again after a change of any file that its build reads', () => {
    for (const path of inputsOf('web')) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      cpSync(join(ROOT, path), join(folder, path))
    }
    const seen = new Set([digestOf(folder, PARTS.web.reads)])
    const changes = [
      ...['interest-names.ts', 'chunk-groups.ts', 'product-texts.ts', 'earlier-assets.mjs'].map(
        (name) => `scripts/${name}`,
      ),
      'vite.config.ts',
      'lingui.config.ts',
      'tsconfig.json',
      'package.json',
      'package-lock.json',
      'schema/product.ts',
      'web/main.tsx',
      'locales/de/interests.json',
      'web/index.html',
      'locales/de/base.po',
    ]
    for (const path of changes) {
      write({ [path]: `${readFileSync(join(ROOT, path), 'utf8')}\n` })
      seen.add(digestOf(folder, PARTS.web.reads))
    }
    expect(seen.size).toBe(changes.length + 1)
  })

  it('names the command that installs what a build needs, where npm left it out', () => {
    for (const name of ['prepare', 'build-inputs', 'node-version'])
      cpSync(join(ROOT, `scripts/${name}.mjs`), join(folder, `scripts/${name}.mjs`))
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/prepare.mjs'), 'client'], {
      encoding: 'utf8',
    })
    expect(stderr).toContain('Run "npm ci --include=dev".')
    expect(status).toBe(1)
  })

  it('makes the database client again after a change of its settings', () => {
    expect(inputsOf('client')).toContain('prisma.config.ts')
  })

  it('builds the desktop app again after a change of anything that the web app reads', () => {
    expect(inputsOf('desktop')).toEqual(expect.arrayContaining(inputsOf('web')))
  })
})

it('the container image gets every file that its build reads', () => {
  const rules = readFileSync(join(ROOT, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isSent = (path: string) =>
    rules.reduce((sent, rule) => {
      const pattern = rule.replace('!', '')
      const fits = pattern === '*' || path === pattern || path.startsWith(`${pattern}/`)
      return fits ? rule.startsWith('!') : sent
    }, true)
  const read = [...inputsOf('client'), ...inputsOf('web')].filter((path) => !path.startsWith('node_modules/'))
  expect(read.filter((path) => !isSent(path))).toEqual([])
})
