import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

/** What the import rule says of these few files. */
async function judge(directory: string, files: Record<string, string>): Promise<string> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(directory, path)), { recursive: true })
    await writeFile(join(directory, path), content)
  }
  const program = join(ROOT, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const args = [
    program,
    'schema',
    'server',
    'web',
    'desktop',
    '--config',
    join(ROOT, '.dependency-cruiser.cjs'),
    '--output-type',
    'err',
  ]
  return run(process.execPath, args, { cwd: directory }).then(
    ({ stdout }) => stdout,
    (error: { stdout: string }) => error.stdout,
  )
}

const HARMLESS = {
  'schema/model.ts': 'export const model = 1\n',
  'server/chat/index.ts': "import '../live/index.ts'\nimport './inner.ts'\n",
  'server/chat/inner.ts': 'export const inner = 1\n',
  'server/live/index.ts': 'export const live = 1\n',
  'web/main.tsx': "import '../schema/model.ts'\n",
  'schema/desktop.ts': 'export const names = 1\n',
  'web/desktop.ts': "import '../schema/desktop.ts'\n",
  'desktop/main/main.ts': "import '../../schema/desktop.ts'\nimport './window.ts'\n",
  'desktop/main/window.ts': 'export const window = 1\n',
  'desktop/preload/preload.ts': "import '../../schema/desktop.ts'\n",
}

describe('the import rule', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rapport-imports-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('lets arrows down, through a room’s index, be', async () => {
    expect(await judge(directory, HARMLESS)).toContain('no dependency violations')
  })

  it.each([
    [
      'a room that looks up',
      { 'server/live/index.ts': "import '../chat/index.ts'\n" },
      'room-live-looks-down-only',
    ],
    [
      'a room that reaches into another',
      { 'server/accounts/index.ts': "import '../chat/inner.ts'\n" },
      'rooms-through-their-index',
    ],
    [
      'a door that reaches into a room',
      { 'server/context.ts': "import './chat/inner.ts'\n" },
      'doors-and-main-through-room-indexes',
    ],
    [
      'a page that imports the server',
      { 'web/page.ts': "import '../server/live/index.ts'\n" },
      'server-web-desktop-apart',
    ],
    [
      'a schema that imports anything of ours',
      { 'schema/upward.ts': "import '../web/main.tsx'\n" },
      'schema-stands-alone',
    ],
    [
      'a desktop that imports the pages',
      { 'desktop/main/window.ts': "import '../../web/desktop.ts'\n" },
      'server-web-desktop-apart',
    ],
    [
      'a page that imports the desktop',
      { 'web/page.ts': "import '../desktop/main/window.ts'\n" },
      'server-web-desktop-apart',
    ],
    [
      'a screen that goes to the desktop past its module',
      { 'web/screens/home/idle.tsx': "import '../../../schema/desktop.ts'\n" },
      'the-bridge-through-one-module',
    ],
    [
      'a part of the shell that loads Electron by itself',
      { 'desktop/main/window.ts': "import { app } from 'electron'\nexport const window = app\n" },
      'only-main-and-preload-load-electron',
    ],
    [
      'a preload that knows more than the contract',
      { 'desktop/preload/preload.ts': "import '../main/window.ts'\n" },
      'preload-knows-the-contract-alone',
    ],
    ['a circle', { 'web/a.ts': "import './b.ts'\n", 'web/b.ts': "import './a.ts'\n" }, 'no-circles'],
  ])('refuses %s', async (_, files, rule) => {
    const own = await mkdtemp(join(tmpdir(), 'rapport-imports-'))
    const harmless = Object.fromEntries(Object.entries(HARMLESS).filter(([path]) => !(path in files)))
    expect(await judge(own, { ...harmless, ...files })).toContain(rule)
    await rm(own, { recursive: true, force: true })
  })
})
