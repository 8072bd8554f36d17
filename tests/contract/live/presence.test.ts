import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Presence } from '#server/domains/presence/index.ts'
import { type OpenedPresence, PRESENCES, startServersOf } from '../../kit/live-stores.ts'

describe.each(PRESENCES)('presence on the $name store', ({ open, ...needs }) => {
  startServersOf(needs)
  let opened: OpenedPresence | null
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
    await presence.closed('ann')
    expect(await presence.connected(['ann', 'ben'])).toEqual(new Set(['ann']))
    await elsewhere.closed('ann')
    await expect.poll(() => opened?.gone).toEqual(['ann'])
    expect(await presence.online(['ann'])).toEqual(new Set())
    expect(await presence.count()).toBe(0)
    expect(await elsewhere.opened('ann', [])).toBe(true)
  })

  it('counts other members with a common interest once, in any spelling, up to the cap', async () => {
    await presence.opened('me', ['Jazz'])
    await presence.opened('ann', ['jazz ', 'CHESS'])
    await presence.opened('ben', ['Chess'])
    await presence.opened('cleo', ['Pottery'])
    expect(await presence.countSharing(['JAZZ', 'chess'], ['me'], 100)).toBe(2)
    expect(await presence.countSharing(['jazz', 'chess', 'pottery'], ['me'], 2)).toBe(2)
    expect(await presence.countSharing([], ['me'], 10)).toBe(0)
    expect(await presence.countSharing(['jazz', 'chess'], ['me', 'ann', 'gone'], 100)).toBe(1)
    expect(await presence.countSharing(['chess'], ['me', 'ann', 'ben'], 1)).toBe(0)
    await presence.closed('ann')
    await expect.poll(() => presence.countSharing(['jazz'], ['me'], 100)).toBe(0)
  })

  it('follows changed interests on any node, until the last stream has closed', async () => {
    const elsewhere = (await opened?.node()) as Presence
    await presence.opened('ann', ['Jazz', 'Chess'])
    await elsewhere.changed('ann', ['Chess', 'Pottery'])
    const sharing = (interest: string) => presence.countSharing([interest], ['me'], 100)
    expect([await sharing('jazz'), await sharing('chess'), await sharing('pottery')]).toEqual([0, 1, 1])
    await presence.changed('nobody', ['Jazz'])
    expect(await sharing('jazz')).toBe(0)
    await presence.closed('ann')
    await expect.poll(() => opened?.gone).toEqual(['ann'])
    expect([await sharing('chess'), await sharing('pottery')]).toEqual([0, 0])
  })

  it('ignores a close without an open', async () => {
    await presence.closed('nobody')
    expect(await presence.count()).toBe(0)
  })
})

describe.each(PRESENCES)('presence during the grace period on the $name store', ({ open, ...needs }) => {
  startServersOf(needs)
  it('counts a member as online but not as connected, until they open a stream on any node', async (context) => {
    const opened = await open(60_000)
    if (!opened) return context.skip('redis-server is not installed')
    const [presence, elsewhere] = [await opened.node(), await opened.node()]
    await presence.opened('ann', ['Jazz'])
    await presence.closed('ann')
    expect(await elsewhere.online(['ann'])).toEqual(new Set(['ann']))
    expect(await elsewhere.connected(['ann'])).toEqual(new Set())
    expect(await elsewhere.countSharing(['jazz'], ['me'], 100)).toBe(1)
    expect(await elsewhere.count()).toBe(1)
    expect(await elsewhere.opened('ann', ['Jazz'])).toBe(false)
    expect(await presence.connected(['ann'])).toEqual(new Set(['ann']))
    expect(opened.gone).toEqual([])
    await opened.close()
  })
})
