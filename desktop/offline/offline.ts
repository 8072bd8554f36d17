import type { DesktopBridge } from '#schema/desktop.ts'
import { PRODUCT } from '#schema/product.ts'

/**
 * The page that stands in for every other one while the server has not answered. It has the address of the page wanted:
 * it says that the app is connecting, then that the server cannot be reached, and reloads once the server answers.
 */
const REACHABLE = '/desktop/reachable'
const EVERY = 15_000
const UNFIT = 'Please enter an address that begins with https://'

const bridge = (window as Window & { rapportDesktop?: DesktopBridge }).rapportDesktop
const element = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}
const main = element('main', HTMLElement)
const state = element('state', HTMLElement)

async function isReachable(): Promise<boolean> {
  const response = await fetch(REACHABLE, { cache: 'no-store' })
  const { reachable }: { reachable?: unknown } = await response.json()
  return reachable === true
}

async function check() {
  if (await isReachable().catch(() => false)) return window.location.reload()
  main.dataset.state = 'offline'
  state.textContent = `We cannot reach ${PRODUCT.name}.`
}

element('retry', HTMLButtonElement).addEventListener('click', () => {
  state.textContent = `Connecting to ${PRODUCT.name}…`
  void check()
})
window.addEventListener('online', () => void check())
void check()

const form = element('server', HTMLFormElement)
const address = element('address', HTMLInputElement)
const problem = element('problem', HTMLElement)
// A person who types an address is not interrupted.
setInterval(() => document.activeElement !== address && void check(), EVERY)

async function offerAddress({ readSettings, changeSettings }: DesktopBridge) {
  address.value = (await readSettings()).serverAddress
  form.hidden = false
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    changeSettings({ serverAddress: address.value.trim() }).catch(() => {
      problem.textContent = UNFIT
      address.focus()
    })
  })
}
if (bridge) void offerAddress(bridge)
