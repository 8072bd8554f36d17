import type Router from '@koa/router'
import { PRODUCT } from '#schema/product.ts'
import { escapeHtml } from '#server/platform/html.ts'
import { STATUS_STYLES } from './status-styles.ts'

/** How long a browser and a proxy may keep the page, in seconds. */
const KEPT = 5

/** What the status page knows. It names no store, node or version. */
export interface ServiceHealth {
  checkedAt: Date
  hasDatabase: boolean
  /** True as well on a server that needs no Redis. */
  hasRedis: boolean
  takesPayments: boolean
}

type State = 'works' | 'delayed' | 'away'

const STATE_TEXTS: Record<State, string> = { works: 'Works', delayed: 'Slow', away: 'Doesn’t work' }

interface Part {
  name: string
  state: State
  text: string
}

/** Returns what members can do now, part by part. */
function partsOf({ hasDatabase, hasRedis, takesPayments }: ServiceHealth): Part[] {
  const account = hasDatabase ? 'works' : 'away'
  const chat = hasDatabase && !hasRedis ? 'delayed' : account
  const matching = hasDatabase && hasRedis ? 'works' : 'away'
  const parts: (Part | null)[] = [
    { name: 'Your account', state: account, text: 'Logging in, signing up and settings' },
    {
      name: 'Chat',
      state: chat,
      text: chat === 'delayed' ? 'Messages are saved and may arrive late' : 'Sending and receiving messages',
    },
    { name: 'Finding someone', state: matching, text: 'Searching for a new chat' },
    takesPayments ? { name: 'Payments', state: account, text: 'Buying premium' } : null,
  ]
  return parts.filter((part) => part !== null)
}

function headlineOf(parts: readonly Part[]): { title: string; text: string } {
  if (parts.every(({ state }) => state === 'works'))
    return {
      title: 'Everything works',
      text: 'If something doesn’t work for you, check your connection and reload the page.',
    }
  if (parts.every(({ state }) => state === 'away'))
    return {
      title: `${PRODUCT.name} isn’t available right now`,
      text: 'Your chats and messages are safe. Please try again in a few minutes.',
    }
  return {
    title: 'Some parts don’t work right now',
    text: 'Your chats and messages are safe. Please try again in a few minutes.',
  }
}

const partHtml = ({ name, state, text }: Part) => `
      <li class="${state}">
        <div><h2>${escapeHtml(name)}</h2><p>${escapeHtml(text)}</p></div>
        <strong>${STATE_TEXTS[state]}</strong>
      </li>`

/** Serves the page at /status. */
export function addStatusPage(router: Router, health: () => Promise<ServiceHealth>) {
  router.get('/status', async (ctx) => {
    ctx.type = 'html'
    ctx.set('Cache-Control', `public, max-age=${KEPT}`)
    ctx.body = statusPage(await health())
  })
}

/** Returns the page that says whether the service works. It needs no script, no file and no database. */
export function statusPage(health: ServiceHealth): string {
  const parts = partsOf(health)
  const { title, text } = headlineOf(parts)
  const time = health.checkedAt.toISOString()
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)} · ${escapeHtml(PRODUCT.name)}</title>
    <style>${STATUS_STYLES}</style>
  </head>
  <body>
    <header>
      <svg viewBox="-30 -20 60 40" aria-hidden="true">
        <circle class="you" cx="-10" r="20"/><circle class="them" cx="10" r="20"/>
        <path class="common" d="M0-17.32A20 20 0 0 1 0 17.32A20 20 0 0 1 0-17.32Z"/>
      </svg>
      <a href="/">${escapeHtml(PRODUCT.name)}</a>
    </header>
    <main>
      <h1>${escapeHtml(title)}</h1>
      <p>${escapeHtml(text)}</p>
      <ul>${parts.map(partHtml).join('')}
      </ul>
      <p class="checked">Checked at <time datetime="${time}">${time.slice(11, 16)} UTC</time></p>
      <a class="button" href="/status">Check again</a>
    </main>
  </body>
</html>
`
}
