import { describe, expect, it } from 'vitest'
import { createFirstChatNotice } from '#web/state/chat/first-chat.ts'
import { createStorage } from '../../kit/storage.ts'
import { ME, PARTNER } from './kit.ts'

describe('the first-chat notice', () => {
  it('shows until it is dismissed, also after a reload', () => {
    const storage = createStorage()
    const notice = createFirstChatNotice(storage, ME)
    let told = 0
    notice.subscribe(() => {
      told += 1
    })
    expect(notice.getState()).toBe(true)
    notice.dismiss()
    notice.dismiss()
    expect(notice.getState()).toBe(false)
    expect(told).toBe(1)
    expect(createFirstChatNotice(storage, ME).getState()).toBe(false)
  })

  it('is remembered for each member of a browser, up to ten', () => {
    const storage = createStorage()
    createFirstChatNotice(storage, ME).dismiss()
    expect(createFirstChatNotice(storage, PARTNER).getState()).toBe(true)
    for (let n = 0; n < 10; n += 1) createFirstChatNotice(storage, `member-${n}`).dismiss()
    expect(createFirstChatNotice(storage, 'member-0').getState()).toBe(false)
    expect(createFirstChatNotice(storage, ME).getState()).toBe(true)
  })
})
