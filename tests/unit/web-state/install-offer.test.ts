import { describe, expect, it } from 'vitest'
import { createInstallOffer } from '#web/state/install/install-offer.ts'
import { isGoodConversation } from '#web/state/install/is-good-conversation.ts'
import { createStorage } from '../../kit/storage.ts'
import { CHAT, ME, PARTNER } from './kit.ts'

const DAY = 24 * 60 * 60_000

describe('the offer to install the app', () => {
  function aBrowser() {
    const storage = createStorage()
    let time = Date.parse('2020-03-01T12:00:00.000Z')
    const offerTo = (userId = ME) => createInstallOffer({ storage, userId, now: () => time })
    return {
      offerTo,
      talks(...conversations: string[]) {
        for (const id of conversations) offerTo().note(id)
      },
      daysPass(days: number) {
        time += days * DAY
      },
    }
  }

  // covers: beyond-install-offer
  it('comes after the second good conversation', () => {
    const { offerTo, talks } = aBrowser()
    expect(offerTo().isDue()).toBe(false)
    talks('first', 'first')
    expect(offerTo().isDue()).toBe(false)
    talks('second', 'third')
    expect(offerTo().isDue()).toBe(true)
    expect(offerTo(PARTNER).isDue()).toBe(false)
  })

  it('does not count the conversations of an earlier member of the browser', () => {
    const { offerTo, talks } = aBrowser()
    offerTo(PARTNER).note('theirs')
    talks('first')
    expect(offerTo().isDue()).toBe(false)
    talks('second')
    expect(offerTo().isDue()).toBe(true)
  })

  // covers: beyond-install-offer
  it('does not count a conversation whose partner was reported or blocked', () => {
    const { offerTo, talks } = aBrowser()
    talks('first', 'second')
    offerTo().forget('second')
    expect(offerTo().isDue()).toBe(false)
    talks('third')
    expect(offerTo().isDue()).toBe(true)
  })

  // covers: beyond-install-offer
  it('comes again once, after 30 days and two more good conversations', () => {
    const { offerTo, talks, daysPass } = aBrowser()
    talks('first', 'second')
    offerTo().noteShown()
    // React runs effects twice in development.
    offerTo().noteShown()
    expect(offerTo().isDue()).toBe(false)
    daysPass(29)
    talks('third', 'fourth')
    expect(offerTo().isDue()).toBe(false)
    daysPass(1)
    expect(offerTo().isDue()).toBe(false)
    talks('fifth', 'sixth')
    expect(offerTo().isDue()).toBe(true)
    offerTo().noteShown()
    daysPass(10_000)
    talks('seventh', 'eighth')
    expect(offerTo().isDue()).toBe(false)
  })

  it('ends once the app is installed', () => {
    const { offerTo, talks, daysPass } = aBrowser()
    talks('first', 'second')
    offerTo().end()
    daysPass(31)
    talks('third', 'fourth')
    expect(offerTo().isDue()).toBe(false)
  })
})

describe('isGoodConversation', () => {
  /** Messages of both members in turn. The last one is sent at the given minute. */
  const aChat = (own: number, theirs: number, minutes: number) => {
    const senders = [...Array<string>(own).fill(ME), ...Array<string>(theirs).fill(PARTNER)]
    const start = Date.parse('2020-03-01T12:00:00.000Z')
    const step = (minutes * 60_000) / (senders.length - 1)
    return senders.map((senderId, index) => ({
      conversationId: CHAT,
      senderId,
      time: new Date(start + index * step).toISOString(),
    }))
  }

  // covers: beyond-install-offer
  it.each([
    ['five messages of each over five minutes', aChat(5, 5, 5), true],
    ['a long talk', aChat(40, 60, 90), true],
    ['four messages of the member', aChat(4, 30, 60), false],
    ['four messages of the partner', aChat(30, 4, 60), false],
    ['a quick exchange', aChat(10, 10, 4.9), false],
    ['no message', [], false],
  ])('judges %s', (_, messages, isGood) => {
    expect(isGoodConversation(messages, ME)).toBe(isGood)
  })
})
