import { describe, expect, it } from 'vitest'
import { createNotice } from '#web/state/notice.ts'
import { createStorage } from '../../kit/storage.ts'
import { ME, PARTNER } from './kit.ts'

const KEY = 'a-notice'

describe('a notice of the app', () => {
  // covers: beyond-first-chat-notice
  it('shows until it is dismissed, also after a reload', () => {
    const storage = createStorage()
    const notice = createNotice(storage, KEY, ME)
    let told = 0
    notice.subscribe(() => {
      told += 1
    })
    expect(notice.getState()).toBe(true)
    notice.dismiss()
    notice.dismiss()
    expect(notice.getState()).toBe(false)
    expect(told).toBe(1)
    expect(createNotice(storage, KEY, ME).getState()).toBe(false)
  })

  it('remembers the dismissal for each member of a browser, up to ten', () => {
    const storage = createStorage()
    createNotice(storage, KEY, ME).dismiss()
    expect(createNotice(storage, KEY, PARTNER).getState()).toBe(true)
    for (let n = 0; n < 10; n += 1) createNotice(storage, KEY, `member-${n}`).dismiss()
    expect(createNotice(storage, KEY, 'member-0').getState()).toBe(false)
    expect(createNotice(storage, KEY, ME).getState()).toBe(true)
  })
})
