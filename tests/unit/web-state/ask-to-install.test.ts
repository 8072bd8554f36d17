import { describe, expect, it } from 'vitest'
import { askToInstall } from '#web/state/install/ask-to-install.ts'
import { holdInstallEvent } from '#web/state/install/hold-install-event.ts'
import { createInstallEvent } from '../../kit/install-event.ts'

function aBrowser() {
  const window = new EventTarget()
  return { window, held: holdInstallEvent(window as Window) }
}

describe('askToInstall', () => {
  // covers: beyond-install-prompt
  it.each([
    ['accepted', true],
    ['dismissed', false],
  ] as const)('lets the browser ask once, and returns what the member %s', async (choice, hasAgreed) => {
    const { window, held } = aBrowser()
    const { event, asked } = createInstallEvent(choice)
    window.dispatchEvent(event)
    expect(event.defaultPrevented).toBe(true)
    const answers = await Promise.all([askToInstall(held), askToInstall(held)])
    expect(answers).toEqual([hasAgreed, null])
    expect(asked()).toBe(1)
    expect(held.getState()).toBeNull()
  })

  it('reports that the browser did not ask: it refuses, or sent another event', async () => {
    const { window, held } = aBrowser()
    window.dispatchEvent(createInstallEvent('accepted', () => false).event)
    expect(await askToInstall(held)).toBeNull()
    window.dispatchEvent(new Event('beforeinstallprompt'))
    expect(await askToInstall(held)).toBeNull()
  })

  // covers: beyond-install-prompt
  it('drops the offer of the browser once the app is installed', () => {
    const { window, held } = aBrowser()
    window.dispatchEvent(createInstallEvent('accepted').event)
    expect(held.getState()).not.toBeNull()
    window.dispatchEvent(new Event('appinstalled'))
    expect(held.getState()).toBeNull()
  })
})
