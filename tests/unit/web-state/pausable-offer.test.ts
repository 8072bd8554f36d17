import { describe, expect, it } from 'vitest'
import { createPausableOffer } from '#web/state/session/pausable-offer.ts'
import { createStorage } from '../../kit/storage.ts'
import { ME, PARTNER } from './kit.ts'

const DAY = 24 * 60 * 60_000

describe('an offer that the member can pause', () => {
  function aBrowser() {
    const storage = createStorage()
    let time = Date.parse('2020-03-01T12:00:00.000Z')
    return {
      offerTo: (userId: string) => createPausableOffer({ storage, key: 'an-offer', userId, now: () => time }),
      daysPass(days: number) {
        time += days * DAY
      },
    }
  }

  // covers: beyond-passkeys-offer
  it('comes back 30 days after "Not now"', () => {
    const browser = aBrowser()
    expect(browser.offerTo(ME).isWanted()).toBe(true)
    browser.offerTo(ME).pause()
    browser.daysPass(29)
    expect(browser.offerTo(ME).isWanted()).toBe(false)
    expect(browser.offerTo(PARTNER).isWanted()).toBe(true)
    browser.daysPass(1)
    expect(browser.offerTo(ME).isWanted()).toBe(true)
  })

  // covers: beyond-passkeys-offer
  it('does not come back after "Don\'t ask again"', () => {
    const browser = aBrowser()
    browser.offerTo(ME).pause()
    browser.offerTo(ME).refuse()
    browser.daysPass(10_000)
    expect(browser.offerTo(ME).isWanted()).toBe(false)
    expect(browser.offerTo(PARTNER).isWanted()).toBe(true)
  })

  // covers: beyond-passkeys-offer
  it('keeps the answers of the last ten members of a browser', () => {
    const browser = aBrowser()
    browser.offerTo(ME).refuse()
    for (let n = 0; n < 10; n += 1) browser.offerTo(`member-${n}`).refuse()
    expect(browser.offerTo('member-0').isWanted()).toBe(false)
    expect(browser.offerTo(ME).isWanted()).toBe(true)
  })
})
