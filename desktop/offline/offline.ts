import type { DesktopBridge } from '#schema/desktop.ts'

/**
 * The page that replaces every other one while the server does not answer. It keeps the address of the requested
 * page, shows that the app is connecting, then that the server is unreachable, and reloads once the server answers.
 */
const REACHABLE = '/desktop/reachable'
const EVERY = 15_000

const bridge = (window as Window & { rapportDesktop?: DesktopBridge }).rapportDesktop
const element = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}
const main = element('main', HTMLElement)
const state = element('state', HTMLElement)
/** The main process puts the texts into the page: desktop/main/pages/page-texts.ts. */
const { connecting = '', offline = '', connect: connectLabel = '', connectTo = '', unfit = '' } = main.dataset

async function isReachable(): Promise<boolean> {
  const response = await fetch(REACHABLE, { cache: 'no-store' })
  const { reachable }: { reachable?: unknown } = await response.json()
  return reachable === true
}

async function check() {
  if (await isReachable().catch(() => false)) return window.location.reload()
  main.dataset.state = 'offline'
  state.textContent = offline
}

element('retry', HTMLButtonElement).addEventListener('click', () => {
  state.textContent = connecting
  void check()
})
window.addEventListener('online', () => void check())
void check()

const form = element('server', HTMLFormElement)
const address = element('address', HTMLInputElement)
const problem = element('problem', HTMLElement)
// Does not interrupt a member who types an address.
setInterval(() => document.activeElement !== address && void check(), EVERY)

async function offerServers({ readSettings, changeSettings }: DesktopBridge) {
  const { serverAddress, servers } = await readSettings()
  const others = servers.filter((server) => server !== serverAddress)
  element('known', HTMLUListElement).append(
    ...others.map((server) => listed(server, () => void changeSettings({ serverAddress: server }))),
  )
  element('servers', HTMLElement).hidden = others.length === 0
  address.value = serverAddress
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    changeSettings({ serverAddress: address.value.trim() }).catch(() => {
      problem.textContent = unfit
      address.setAttribute('aria-invalid', 'true')
      address.focus()
    })
  })
}

/** Returns a row with a server's address and a button that connects to it. */
function listed(server: string, connect: () => void): HTMLLIElement {
  const row = document.createElement('li')
  const name = document.createElement('span')
  name.textContent = server
  name.dir = 'ltr'
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet'
  button.textContent = connectLabel
  button.setAttribute(
    'aria-label',
    connectTo.replace('{address}', () => server),
  )
  button.addEventListener('click', connect)
  row.append(name, button)
  return row
}

if (bridge) void offerServers(bridge)
