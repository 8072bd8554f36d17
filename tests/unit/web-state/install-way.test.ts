import { describe, expect, it } from 'vitest'
import { type InstallWindow, installWay } from '#web/state/install/install-way.ts'

const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
const IPHONE = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${APPLE}`
const MAC = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE}`
const USER_AGENTS = {
  'Safari on an iPhone': `${IPHONE} Version/26.0 Mobile/15E148 Safari/604.1`,
  'Chrome on an iPhone': `${IPHONE} CriOS/140.0.7339.101 Mobile/15E148 Safari/604.1`,
  'a page inside of another app on an iPhone': `${IPHONE} Mobile/15E148 [FBAN/FBIOS]`,
  'Firefox on Android': 'Mozilla/5.0 (Android 15; Mobile; rv:143.0) Gecko/143.0 Firefox/143.0',
  'Chrome on Android':
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
  'Safari 26 on a Mac': `${MAC} Version/26.0 Safari/605.1.15`,
  'Safari 16 on a Mac': `${MAC} Version/16.6 Safari/605.1.15`,
  'Chrome on a Mac':
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  'Firefox on a Mac': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:143.0) Gecko/20100101 Firefox/143.0',
} as const
type Browser = keyof typeof USER_AGENTS

const windowOf = (
  browser: Browser,
  more: Partial<InstallWindow> & { touch?: number } = {},
): InstallWindow => ({
  matchMedia: () => ({ matches: false }),
  navigator: { userAgent: USER_AGENTS[browser], maxTouchPoints: more.touch ?? 0 },
  ...more,
})
const offered = new Event('beforeinstallprompt')

describe('installWay', () => {
  // covers: beyond-install-ways
  it.each([
    ['Safari on an iPhone', 'share'],
    ['Chrome on an iPhone', 'share'],
    ['a page inside of another app on an iPhone', null],
    ['Firefox on Android', 'menu'],
    ['Chrome on Android', null],
    ['Safari 26 on a Mac', 'dock'],
    ['Safari 16 on a Mac', null],
    ['Chrome on a Mac', null],
    ['Firefox on a Mac', null],
  ] as const)('finds the way of %s without an offer of the browser: %s', (browser, way) => {
    expect(installWay(windowOf(browser), null)).toBe(way)
  })

  it('takes a Mac with a touch screen for an iPad', () => {
    expect(installWay(windowOf('Safari 26 on a Mac', { touch: 5 }), null)).toBe('share')
  })

  // covers: beyond-install-ways
  it('lets the browser ask where it offers to', () => {
    expect(installWay(windowOf('Chrome on Android'), offered)).toBe('prompt')
  })

  // covers: beyond-install-ways
  it.each(['standalone', 'minimal-ui', 'window-controls-overlay'])(
    'offers nothing in a window with the display mode %s',
    (mode) => {
      const matchMedia = (query: string) => ({ matches: query === `(display-mode: ${mode})` })
      for (const event of [null, offered])
        expect(installWay(windowOf('Safari 26 on a Mac', { matchMedia }), event)).toBeNull()
    },
  )

  // covers: beyond-install-ways
  it('offers nothing in an app on the Home Screen of an iPhone, or in the desktop app', () => {
    const { navigator } = windowOf('Safari on an iPhone')
    const onHomeScreen = { navigator: { ...navigator, standalone: true } }
    expect(installWay(windowOf('Safari on an iPhone', onHomeScreen), null)).toBeNull()
    expect(installWay(windowOf('Safari 26 on a Mac', { rapportDesktop: {} }), null)).toBeNull()
  })
})
