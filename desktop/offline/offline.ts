import type { DesktopBridge } from '#schema/desktop.ts'

/** The page that stands in for every other one while the server cannot be reached. It has the address of the page wanted. */
const EVERY = 15_000
const UNFIT = 'Please enter an address that begins with https://'

const bridge = (window as Window & { rapportDesktop?: DesktopBridge }).rapportDesktop
const element = <Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind => {
  const found = document.getElementById(id)
  if (!(found instanceof kind)) throw new Error(`the page has no ${id}`)
  return found
}
const again = () => window.location.reload()

element('retry', HTMLButtonElement).addEventListener('click', again)
window.addEventListener('online', again)

const form = element('server', HTMLFormElement)
const address = element('address', HTMLInputElement)
const problem = element('problem', HTMLElement)
// Whoever is typing an address is not interrupted.
setInterval(() => document.activeElement !== address && again(), EVERY)

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
