import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Presence } from '#server/presence/index.ts'
import { type Opened, PRESENCES } from '../../kit/live-stores.ts'

describe.each(PRESENCES)('presence on the $name store', ({ open }) => {
  let opened: Opened<Presence> | null
  let presence: Presence

  beforeEach(async (context) => {
    opened = await open()
    if (!opened) return context.skip('redis-server is not installed')
    presence = await opened.node()
  })
  afterEach(() => opened?.close())

  it('comes online with the first stream and goes offline with the last, on whatever node', async () => {
    const elsewhere = (await opened?.node()) as Presence
    expect(await presence.opened('ann', [])).toBe(true)
    expect(await elsewhere.opened('ann', [])).toBe(false)
    expect(await presence.closed('ann')).toBe(false)
    expect(await presence.online(['ann', 'ben'])).toEqual(new Set(['ann']))
    expect(await elsewhere.closed('ann')).toBe(true)
    expect(await presence.online(['ann'])).toEqual(new Set())
    expect(await presence.count()).toBe(0)
  })

  it('counts other people with a common interest once, however it is written, up to the cap', async () => {
    await presence.opened('me', ['Jazz'])
    await presence.opened('ann', ['jazz ', 'CHESS'])
    await presence.opened('ben', ['Chess'])
    await presence.opened('cleo', ['Pottery'])
    expect(await presence.countSharing(['JAZZ', 'chess'], 'me', 100)).toBe(2)
    expect(await presence.countSharing(['jazz', 'chess', 'pottery'], 'me', 2)).toBe(2)
    expect(await presence.countSharing([], 'me', 10)).toBe(0)
    await presence.closed('ann')
    expect(await presence.countSharing(['jazz'], 'me', 100)).toBe(0)
  })

  it('follows interests that are others now, from whatever node, until the last stream is gone', async () => {
    const elsewhere = (await opened?.node()) as Presence
    await presence.opened('ann', ['Jazz', 'Chess'])
    await elsewhere.changed('ann', ['Chess', 'Pottery'])
    const sharing = (interest: string) => presence.countSharing([interest], 'me', 100)
    expect([await sharing('jazz'), await sharing('chess'), await sharing('pottery')]).toEqual([0, 1, 1])
    await presence.changed('nobody', ['Jazz'])
    expect(await sharing('jazz')).toBe(0)
    await presence.closed('ann')
    expect([await sharing('chess'), await sharing('pottery')]).toEqual([0, 0])
  })

  it('a close without an open changes nothing', async () => {
    expect(await presence.closed('nobody')).toBe(false)
    expect(await presence.count()).toBe(0)
  })
})
