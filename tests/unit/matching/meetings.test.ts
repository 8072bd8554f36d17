import { describe, expect, it } from 'vitest'
import { openTickets } from '../../kit/open-tickets.ts'
import { anOnlooker, placesOf } from '../../kit/seeker.ts'
import { TICKET_STORES } from '../../kit/ticket-stores.ts'

const started = { pairId: 'started', starterId: 'ann', partnerId: 'ben' }

describe.each(TICKET_STORES)('the $name store', (kind) => {
  const tickets = openTickets(kind)
  const { arrive } = tickets

  /** Returns for each of the two members whether their search reads the other as met lately. */
  async function met() {
    for (const userId of ['ann', 'ben', 'cleo']) {
      await tickets.store.leave(userId, null)
      await arrive(userId)
    }
    const read = async (userId: string, otherId: string) => {
      const { found } = await tickets.store.candidates(
        anOnlooker({ userId }),
        placesOf('anyone:Female:all', 0, 9),
      )
      expect(found).toContainEqual(
        expect.objectContaining({ ticket: expect.objectContaining({ userId: 'cleo' }), metLately: false }),
      )
      return found.find(({ ticket }) => ticket.userId === otherId)?.metLately
    }
    return [await read('ann', 'ben'), await read('ben', 'ann')]
  }
  const matched = async () => {
    const pair = { pairId: 'ann+ben', a: await arrive('ann'), b: await arrive('ben') }
    expect(await tickets.store.claim(pair, 0)).toBe(true)
    return pair
  }

  it.each([
    ['are matched', matched],
    ['have a chat that was started from a list', () => tickets.store.start(started, ['ann', 'ben'])],
    ['return to an open chat', () => tickets.store.start(started, ['ann'])],
    ['were separated', () => tickets.store.separate('ann', 'ben')],
    [
      'were separated after a match',
      async () => {
        await matched()
        await tickets.store.separate('ben', 'ann')
      },
    ],
    ['have a match that was undone', async () => tickets.store.undo(await matched())],
    [
      'have a started chat that was released',
      async () => {
        await tickets.store.start(started, ['ann', 'ben'])
        await tickets.store.release(started)
      },
    ],
  ])('counts two members as met who %s', async (_, meet) => {
    expect(await met()).toEqual([false, false])
    await meet()
    expect(await met()).toEqual([true, true])
  })
})
