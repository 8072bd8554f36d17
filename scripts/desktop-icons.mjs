// `node scripts/desktop-icons.mjs`: the icons of the tray and of the desktop app, drawn anew into desktop/icons.
import { mkdirSync, readFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { requireNode } from './node-version.mjs'

requireNode()
const { CHROMIUM_ARGUMENTS, findChromium } = await import('../tests/kit/chromium.ts')
const executablePath = findChromium()
const browser = await chromium.launch({
  args: CHROMIUM_ARGUMENTS,
  ...(executablePath ? { executablePath } : {}),
})
const FOLDER = 'desktop/icons'
mkdirSync(FOLDER, { recursive: true })

/** The glyph, in the language of the motif: distance is state. All lie in a box of 20 by 20. */
const ring = (x, r = 5, more = '') => `<circle cx="${x}" cy="10" r="${r}" ${more}/>`
const PHASES = {
  offline: ring(6.5, 5, 'stroke-dasharray="1.9 2"') + ring(13.5, 5, 'stroke-dasharray="1.9 2"'),
  idle: ring(5.1, 4.1) + ring(14.9, 4.1),
  searching: ring(7, 5.2) + ring(13, 5.2),
  chat: `${ring(7, 5.2)}${ring(13, 5.2)}<path d="M10 5.75a5.2 5.2 0 0 1 0 8.5a5.2 5.2 0 0 1 0-8.5Z" fill="currentColor" stroke="none"/>`,
}
const INKS = { dark: '#000', light: '#fff' }
/** Cut out of the glyph, so that it is told from it in one colour. */
const UNREAD = {
  mask: '<mask id="cut"><rect width="20" height="20" fill="#fff"/><circle cx="16" cy="4" r="5.2" fill="#000"/></mask>',
  dot: '<circle cx="16" cy="4" r="3.6" fill="currentColor" stroke="none"/>',
}

function glyph(phase, ink, unread) {
  const body = `<g${unread ? ' mask="url(#cut)"' : ''}>${PHASES[phase]}</g>${unread ? UNREAD.dot : ''}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" style="color:${INKS[ink]}">${unread ? UNREAD.mask : ''}${body}</svg>`
}

async function draw(name, svg, size) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0;overflow:hidden}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  )
  await page.screenshot({ path: `${FOLDER}/${name}.png`, omitBackground: true })
  await page.close()
}

for (const phase of Object.keys(PHASES))
  for (const ink of Object.keys(INKS))
    for (const unread of [false, true]) {
      const name = `tray-${phase}${unread ? '-unread' : ''}-${ink}`
      await draw(name, glyph(phase, ink, unread), 16)
      await draw(`${name}@2x`, glyph(phase, ink, unread), 32)
    }
await draw(
  'badge',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#f47d42" stroke="#fff" stroke-width="1.5"/></svg>',
  32,
)
await draw('icon', readFileSync('web/public/app-icon.svg', 'utf8'), 1024)
await browser.close()
