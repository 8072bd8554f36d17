// Decides which modules share a file of the build. Many small files would pack worse, and each costs a request.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Rolldown } from 'vite'

type Group = Rolldown.CodeSplittingGroup
type Context = Parameters<Extract<Group['name'], (...args: never[]) => unknown>>[1]

const WEB = resolve(import.meta.dirname, '../web')

/** Returns the modules that these import, directly or not, and these themselves. Leaves out what loads later. */
function importsOf(context: Context, roots: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...roots]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = found.has(id) ? null : context.getModuleInfo(id)
    if (!info) continue
    found.add(id)
    waiting.push(...info.importedIds)
  }
  return found
}

/** Returns a group of what each of these lists imports. A module belongs to the first group that has it. */
function groupOf(name: string, ...lists: (readonly string[])[]): Group {
  let imports: Set<string>[] | undefined
  return {
    debugName: name,
    name(id, context) {
      imports ??= lists.map((roots) => importsOf(context, roots))
      return imports.every((modules) => modules.has(id)) ? name : null
    },
  }
}

/** Returns the whole paths of files of the web app. @throws Error for one that does not exist */
const web = (...paths: string[]) =>
  paths.map((path) => {
    const file = resolve(WEB, path)
    if (!existsSync(file)) throw new Error(`no file ${file}: see scripts/chunk-groups.ts`)
    return file
  })

const FIRST = web('main.tsx', 'screens/auth/auth-screen.tsx')
const LOGIN = web('screens/auth/login-form.tsx')
const REGISTER = web('screens/auth/register-form.tsx')
const CALLS = web('data/call.ts', '../schema/events.ts')
const PUBLIC = web(
  'app/further-routes.tsx',
  'screens/landing/landing-screen.tsx',
  'screens/faq/faq-screen.tsx',
  'screens/about/about-screen.tsx',
  'screens/auth/document-panel.tsx',
)
const HOME = web(
  'screens/home/home-screen.tsx',
  'state/session/arrival.ts',
  'state/session/follow-language.ts',
)
const CHAT = web('screens/chat/chat-screen.tsx')
const QUIET = web('state/quiet/follow-shift-keys.ts')
const GRAPHQL = web('hooks/graphql-provider.tsx', 'hooks/use-query.ts', 'hooks/use-mutation.ts')

/** The files of the build, in the order in which pages need them. What is in no group, the bundler divides. */
export const chunkGroups = (): Group[] =>
  [
    // What every page needs, and the form that a visitor sees first.
    groupOf('base', FIRST),
    // The code and the models of calls.
    groupOf('calls', CALLS),
    { name: 'interest-names', test: /web\/i18n\/(built-in-interest|interest-\w+)\./ },
    { name: 'icons', test: /node_modules\/lucide-react\// },
    // What a member's home and chat share with public pages, and then with any other.
    groupOf('shared', PUBLIC, [...HOME, ...CHAT]),
    { ...groupOf('member', [...HOME, ...CHAT]), minShareCount: 2 },
    groupOf('home', HOME),
    groupOf('chat', CHAT),
    groupOf('graphql', GRAPHQL),
    // What the settings and the offers of the home share.
    {
      name: 'push',
      test: /web\/(state\/(is-apple-touch-device|push\/push-support)|screens\/account\/use-push)/,
    },
    // What hides the app: the keys, the chat and the privacy centre use parts of it.
    groupOf('quiet', QUIET),
    // What the login and the registration share. Without it, the bundler would add it to the first file.
    groupOf('sign-in', LOGIN, REGISTER),
  ].map((group, index, { length }) => ({ ...group, priority: length - index }))
