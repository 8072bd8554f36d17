import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const run = promisify(execFile)
const ROOT = resolve(import.meta.dirname, '../..')

/** Returns the findings of the import rule for these few files. */
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
  'server/events.ts': "import '../schema/model.ts'\n",
  'server/context.ts': "import './domains/chat/index.ts'\nimport './local/index.ts'\n",
  'server/transports/rest/index.ts':
    "import '../../domains/chat/index.ts'\nimport '../http/authentication.ts'\n",
  'server/transports/sse/stream.ts':
    "import '../../domains/live/index.ts'\nimport '../http/authentication.ts'\n",
  'server/transports/http/authentication.ts': 'export const authentication = 1\n',
  'server/domains/chat/index.ts':
    "import '../live/index.ts'\nimport './inner.ts'\nimport '../../events.ts'\n",
  'server/domains/chat/inner.ts': 'export const inner = 1\n',
  'server/domains/live/index.ts': "import '../../platform/clock.ts'\n",
  'server/platform/clock.ts': 'export const clock = 1\n',
  'server/local/index.ts': "import '../domains/chat/index.ts'\n",
  'web/main.tsx': "import '../schema/model.ts'\n",
  'schema/desktop.ts': 'export const names = 1\n',
  'web/desktop.ts': "import '../schema/desktop.ts'\n",
  'desktop/main/main.ts': "import '../../schema/desktop.ts'\nimport './window.ts'\n",
  'desktop/main/window.ts': 'export const window = 1\n',
  'desktop/preload/preload.ts': "import '../../schema/desktop.ts'\n",
}

describe('the import rules', () => {
  let directory: string
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'rapport-imports-'))
  })
  afterAll(() => rm(directory, { recursive: true, force: true }))

  it('allow imports of lower layers, and of domains through their index', async () => {
    expect(await judge(directory, HARMLESS)).toContain('no dependency violations')
  })

  // covers: beyond-desktop-one-bridge-module
  it.each([
    [
      'a domain that imports a higher domain',
      { 'server/domains/live/index.ts': "import '../chat/index.ts'\n" },
      'domain-live-imports-only-lower-domains',
    ],
    [
      'a domain that imports a transport',
      { 'server/domains/live/index.ts': "import '../../transports/sse/stream.ts'\n" },
      'domain-live-imports-only-lower-domains',
    ],
    [
      'a domain that imports an inner file of another domain',
      { 'server/domains/accounts/index.ts': "import '../chat/inner.ts'\n" },
      'domains-through-their-index',
    ],
    [
      'a composition root that imports an inner file of a domain',
      { 'server/context.ts': "import './domains/chat/inner.ts'\n" },
      'others-through-domain-indexes',
    ],
    [
      'a transport that imports the composition root',
      { 'server/transports/sse/stream.ts': "import '../../context.ts'\n" },
      'transports-import-no-entry-and-no-local-mode',
    ],
    [
      'a transport that imports another one',
      { 'server/transports/sse/stream.ts': "import '../rest/index.ts'\n" },
      'transports-share-the-front-door-alone',
    ],
    [
      'the front door when it imports a transport',
      { 'server/transports/http/authentication.ts': "import '../rest/index.ts'\n" },
      'the-front-door-imports-no-transport',
    ],
    [
      'a platform module that imports a domain',
      { 'server/platform/clock.ts': "import '../domains/live/index.ts'\n" },
      'platform-imports-no-domain',
    ],
    [
      'an event that imports a domain',
      { 'server/events.ts': "import './domains/live/index.ts'\n" },
      'events-import-the-schema-alone',
    ],
    [
      'a domain that imports local mode',
      { 'server/domains/chat/inner.ts': "import '../../local/index.ts'\n" },
      'local-mode-only-for-entry-and-command',
    ],
    [
      'local mode that imports a transport',
      { 'server/local/index.ts': "import '../transports/sse/stream.ts'\n" },
      'local-mode-imports-no-entry-and-no-transport',
    ],
    [
      'a page that imports the server',
      { 'web/page.ts': "import '../server/domains/live/index.ts'\n" },
      'server-web-desktop-apart',
    ],
    [
      'a schema that imports another part',
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
      'a screen that imports the desktop contract directly',
      { 'web/screens/home/idle.tsx': "import '../../../schema/desktop.ts'\n" },
      'desktop-contract-through-few-modules',
    ],
    [
      'a desktop module that loads Electron itself',
      { 'desktop/main/window.ts': "import { app } from 'electron'\nexport const window = app\n" },
      'only-main-and-preload-load-electron',
    ],
    [
      'a preload that imports the main process',
      { 'desktop/preload/preload.ts': "import '../main/window.ts'\n" },
      'preload-knows-the-contract-alone',
    ],
    ['a circular import', { 'web/a.ts': "import './b.ts'\n", 'web/b.ts': "import './a.ts'\n" }, 'no-circles'],
  ])('refuse %s', async (_, files, rule) => {
    const own = await mkdtemp(join(tmpdir(), 'rapport-imports-'))
    const harmless = Object.fromEntries(Object.entries(HARMLESS).filter(([path]) => !(path in files)))
    expect(await judge(own, { ...harmless, ...files })).toContain(rule)
    await rm(own, { recursive: true, force: true })
  })
})
