// `node scripts/desktop-icons.mjs`: draws the icons of the tray and of the desktop app into desktop/icons, and those
// of the Linux packages into desktop/packaging/linux-icons.
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
/** The sizes in which a Linux icon theme looks for icons: hicolor has no folder above 512. */
const LINUX_FOLDER = 'desktop/packaging/linux-icons'
const LINUX_SIZES = [16, 24, 32, 48, 64, 128, 256, 512]
for (const folder of [FOLDER, LINUX_FOLDER]) mkdirSync(folder, { recursive: true })

/** The glyphs, in a box of 20 by 20. The distance of the circles shows the state. */
const ring = (x, r = 5, more = '') => `<circle cx="${x}" cy="10" r="${r}" ${more}/>`
const PHASES = {
  offline: ring(6.5, 5, 'stroke-dasharray="1.9 2"') + ring(13.5, 5, 'stroke-dasharray="1.9 2"'),
  idle: ring(5.1, 4.1) + ring(14.9, 4.1),
  searching: ring(7, 5.2) + ring(13, 5.2),
  chat: `${ring(7, 5.2)}${ring(13, 5.2)}<path d="M10 5.75a5.2 5.2 0 0 1 0 8.5a5.2 5.2 0 0 1 0-8.5Z" fill="currentColor" stroke="none"/>`,
}
const INKS = { dark: '#000', light: '#fff' }
/** The unread dot, cut out of the glyph: both have one colour. */
const UNREAD = {
  mask: '<mask id="cut"><rect width="20" height="20" fill="#fff"/><circle cx="16" cy="4" r="5.2" fill="#000"/></mask>',
  dot: '<circle cx="16" cy="4" r="3.6" fill="currentColor" stroke="none"/>',
}

function glyph(phase, ink, unread) {
  const body = `<g${unread ? ' mask="url(#cut)"' : ''}>${PHASES[phase]}</g>${unread ? UNREAD.dot : ''}`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" style="color:${INKS[ink]}">${unread ? UNREAD.mask : ''}${body}</svg>`
}

async function draw(name, svg, size, folder = FOLDER) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  await page.setContent(
    `<style>body{margin:0;overflow:hidden}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`,
  )
  await page.screenshot({ path: `${folder}/${name}.png`, omitBackground: true })
  await page.close()
}

for (const phase of Object.keys(PHASES))
  for (const ink of Object.keys(INKS))
    for (const unread of [false, true]) {
      const name = `tray-${phase}${unread ? '-unread' : ''}-${ink}`
      await draw(name, glyph(phase, ink, unread), 16)
      await draw(`${name}@2x`, glyph(phase, ink, unread), 32)
    }
/** Draws the badge on the Windows taskbar, an image of 16 by 16. */
for (const [name, text] of [...'123456789'].map((digit) => [digit, digit]).concat([['more', '9+']])) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7.5" fill="#b3261e"/><text x="8" y="${text.length > 1 ? 11.2 : 11.9}" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="${text.length > 1 ? 9 : 11}" fill="#fff">${text}</text></svg>`
  await draw(`badge-${name}`, svg, 16)
  await draw(`badge-${name}@2x`, svg, 32)
}
const ICON = readFileSync('web/public/app-icon.svg', 'utf8')
await draw('icon', ICON, 1024)
for (const size of LINUX_SIZES) await draw(`${size}x${size}`, ICON, size, LINUX_FOLDER)
await browser.close()
