// `npm run pictures`: renders the pictures of docs/screens, and the icons and screenshots of web/public, from the current
// sources. `npm run pictures -- screens`, `-- brand` or `-- screenshots` makes one of the three.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { requireNode } from './node-version.mjs'
import { prepare } from './prepare.mjs'

requireNode()
prepare('client')
prepare('web')
const { LANGUAGES } = await import('../schema/languages.ts')
const { PRODUCT } = await import('../schema/product.ts')
const { CHROMIUM_ARGUMENTS, findChromium } = await import('../tests/kit/chromium.ts')
const { startServerProcess } = await import('../tests/kit/server-process.ts')
const { createDataFolder } = await import('../tests/kit/data-folder.ts')
const { freePort } = await import('../tests/kit/redis-server.ts')

const wanted = process.argv.slice(2)
const executablePath = findChromium()
const browser = await chromium.launch({
  args: CHROMIUM_ARGUMENTS,
  ...(executablePath ? { executablePath } : {}),
})
if (wanted.length === 0 || wanted.includes('brand')) await drawBrand()
if (wanted.length === 0 || wanted.includes('screens')) await photographScreens()
if (wanted.length === 0 || wanted.includes('screenshots')) await takeScreenshots()
await browser.close()

async function drawBrand() {
  const icon = readFileSync('web/public/app-icon.svg', 'utf8')
  // The device crops a maskable icon, so its background must reach the edge.
  const maskable = icon.replace(/rx="\d+"/, 'rx="0"').replace(/scale\([\d.]+\)/, 'scale(5.2)')
  const square = (svg, size) =>
    `<style>body{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`
  const pictures = [
    ['icon-192.png', square(icon, 192), 192, 192],
    ['icon-512.png', square(icon, 512), 512, 512],
    ['icon-maskable-512.png', square(maskable, 512), 512, 512],
    ['apple-touch-icon.png', square(maskable, 180), 180, 180],
    ['og.png', sharingPicture(), 1200, 630],
  ]
  for (const [name, html, width, height] of pictures) {
    const page = await browser.newPage({ viewport: { width, height } })
    await page.setContent(html)
    await page.evaluate(() => document.fonts.ready)
    await page.screenshot({ path: `web/public/${name}`, omitBackground: true })
    await page.close()
  }
}

/** The image for shared links: the circles, their overlap and one line. */
function sharingPicture() {
  const font = (file) => readFileSync(`web/ui/fonts/${file}`).toString('base64')
  return `<style>
@font-face { font-family: Fraunces; src: url(data:font/woff2;base64,${font('fraunces-soft-latin.woff2')}); font-weight: 300 700 }
@font-face { font-family: Figtree; src: url(data:font/woff2;base64,${font('figtree-latin.woff2')}); font-weight: 300 700 }
body { margin: 0; width: 1200px; height: 630px; background: #f4efeb; color: #2d1e28; overflow: hidden; position: relative }
svg { position: absolute; right: -70px; top: 25px; width: 760px }
h1 { position: absolute; left: 80px; bottom: 150px; margin: 0; font: 380 84px/1.02 Fraunces; letter-spacing: -0.03em; width: 470px }
p { position: absolute; left: 84px; bottom: 84px; margin: 0; font: 500 30px/1 Figtree; color: #6d5c64 }
</style><svg viewBox="-31 -21 62 42"><circle cx="-10" r="20" fill="#005257"/><circle cx="10" r="20" fill="#f47d42"/>
<path d="M0-17.32A20 20 0 0 1 0 17.32A20 20 0 0 1 0-17.32Z" fill="#331827"/></svg>
<h1>${PRODUCT.tagline}</h1><p>${PRODUCT.name}</p>`
}

async function startServer() {
  const folder = await createDataFolder()
  const server = startServerProcess({
    PORT: String(await freePort()),
    DATA_DIR: folder.path,
    RATE_LIMIT_FACTOR: '1000',
  })
  const { url } = await server.ready
  const stop = async () => {
    await server.stop()
    await folder.remove()
  }
  return { url, stop }
}

/**
 * Takes the screenshots of the manifest: the home screen of a member in every language, on a phone and on a computer. The
 * machine needs fonts for Arabic, Hindi, Japanese and Chinese, such as Debian's fonts-noto-core and fonts-noto-cjk.
 */
async function takeScreenshots() {
  const { url, stop } = await startServer()
  mkdirSync('web/public/screenshots', { recursive: true })
  const answer = await fetch(`${url}/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ userName: 'asha@demo.test', password: 'Demo-pass1!' }),
  })
  const { token } = await answer.json()
  for (const { code } of LANGUAGES)
    for (const [form, viewport, deviceScaleFactor] of [
      ['narrow', { width: 390, height: 844 }, 1.5],
      ['wide', { width: 1280, height: 800 }, 1],
    ]) {
      const context = await browser.newContext({ baseURL: url, viewport, deviceScaleFactor })
      await context.addInitScript((stored) => Object.assign(localStorage, stored), {
        authToken: token,
        language: code,
        'ui-theme': 'light',
      })
      // The account of the demo is in English.
      await context.route('**/api/session', async (route) => {
        const answer = await route.fetch()
        const { user, ...figures } = await answer.json()
        await route.fulfill({ response: answer, json: { ...figures, user: { ...user, language: code } } })
      })
      const page = await context.newPage()
      await page.goto('/')
      // The last part of the screen.
      await page.locator('.people > *').first().waitFor({ state: 'attached' })
      await page.evaluate(() => document.fonts.ready)
      const picture = await page.screenshot({ animations: 'disabled' })
      writeFileSync(`web/public/screenshots/${form}.${code}.webp`, await asWebp(page, picture))
      await context.close()
    }
  await stop()
}

/** Returns the picture as WebP, a tenth of its size. The page does not need to show it. */
async function asWebp(page, picture) {
  const encoded = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = Object.assign(document.createElement('canvas'), {
      width: image.width,
      height: image.height,
    })
    canvas.getContext('2d').drawImage(image, 0, 0)
    return canvas.toDataURL('image/webp', 0.8).split(',')[1]
  }, picture.toString('base64'))
  return Buffer.from(encoded, 'base64')
}

async function photographScreens() {
  const { url, stop } = await startServer()
  const open = async ({ width, theme, email = null }) => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: width < 600 ? { width, height: 844 } : { width, height: 900 },
      timezoneId: 'Asia/Kolkata',
    })
    await context.addInitScript((value) => localStorage.setItem('ui-theme', value), theme)
    const page = await context.newPage()
    if (!email) return page
    await page.goto('/auth')
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill('Demo-pass1!')
    await page.getByRole('button', { name: 'Login' }).click()
    await page.getByRole('button', { name: /Find Match/ }).waitFor()
    return page
  }
  const shoot = async (page, name) => {
    await page.evaluate(() => document.fonts.ready)
    // A toast would show a moment rather than the screen.
    await page
      .getByRole('button', { name: 'Close', exact: true })
      .click({ timeout: 500 })
      .catch(() => undefined)
    await page.screenshot({ path: `docs/screens/${name}.png`, animations: 'disabled' })
  }

  const visitor = await open({ width: 1440, theme: 'light' })
  for (const [path, name] of [
    ['/', 'welcome'],
    ['/find-friends', 'landing'],
    ['/faq', 'questions'],
  ]) {
    await visitor.goto(path)
    await visitor.waitForLoadState('networkidle')
    await shoot(visitor, `${name}-1440-light`)
  }

  const idle = await open({ width: 1440, theme: 'dark', email: 'ben@demo.test' })
  await shoot(idle, 'idle-1440-dark')
  await idle.close()

  const plans = await open({ width: 1440, theme: 'light', email: 'asha@demo.test' })
  await plans.goto('/pricing')
  await plans.getByRole('heading', { name: 'Choose Your Plan' }).waitFor()
  await shoot(plans, 'plans-1440-light')
  await plans.close()

  const searching = await open({ width: 390, theme: 'light', email: 'admin@demo.test' })
  await searching.getByRole('button', { name: /Find Match/ }).click()
  await searching.getByRole('heading', { name: 'Finding a match...' }).waitFor()
  await shoot(searching, 'searching-390-light')
  await searching.getByRole('button', { name: 'Cancel Search' }).click()
  await searching.close()

  const [asha, ben] = [
    await open({ width: 1440, theme: 'light', email: 'asha@demo.test' }),
    await open({ width: 390, theme: 'dark', email: 'ben@demo.test' }),
  ]
  await asha.getByRole('button', { name: /Find Match/ }).click()
  await ben.getByRole('button', { name: /Find Match/ }).click()
  await asha.getByText('Match Found!').first().waitFor()
  await asha.screenshot({ path: 'docs/screens/match-1440-light.png' })
  for (const [page, text] of [
    [asha, 'Film photography, then. What do you shoot with?'],
    [ben, 'A Zorki my grandfather brought home. The shutter sticks below 10 degrees.'],
    [asha, 'So you are a summer photographer.'],
    [ben, 'By necessity. Winters are for developing.'],
    [asha, 'Mine is all expired film. Half of it comes out violet.'],
    [ben, 'Violet is honest. Everything here is, before breakfast.'],
  ]) {
    await page.getByPlaceholder('Type your message...').fill(text)
    await page.getByPlaceholder('Type your message...').press('Enter')
    await asha.getByText(text).last().waitFor()
    await ben.getByText(text).last().waitFor()
  }
  await shoot(asha, 'chat-1440-light')
  await shoot(ben, 'chat-390-dark')
  await stop()
}
