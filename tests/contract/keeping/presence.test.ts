import { describe, expect, it } from 'vitest'
import { partner } from '#schema/account.ts'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { conversationOf, keptOf, keptPair, updateKept } from '../../kit/keeping.ts'
import type { Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode({ departureTimes: SHORT_GRACE })

/** Returns how a member sees the presence of a kept partner: in the list, in the conversation and in the profile. */
async function presenceOf(member: Person, other: Person, id: string) {
  const { body } = await member.call('GET', `/api/v1/user/${other.id}`)
  const [kept] = await keptOf(member)
  const { userOnline } = await conversationOf(member, id)
  return [kept?.online, userOnline, partner.parse(body).online]
}

const end = (member: Person, id: string) => member.call('GET', `/api/v1/conversation/${id}/resign`)

describe('members who keep in touch', () => {
  // covers: beyond-keep-presence
  it('see the presence of each other after the conversation', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    const stream = await ben.stream()
    await stream.next('ready')
    await end(asha, conversationId)
    expect(await presenceOf(asha, ben, conversationId)).toEqual([true, true, true])
    expect(await presenceOf(ben, asha, conversationId)).toEqual([false, false, false])
    stream.close()
  })

  // covers: beyond-keep-presence
  it.each([['the member'], ['the partner']])(
    'see neither presence once %s hides it, unless they talk',
    async (who) => {
      const { asha, ben, conversationId } = await keptPair(node)
      const streams = [await asha.stream(), await ben.stream()]
      for (const stream of streams) await stream.next('ready')
      const [hiding, other] = who === 'the member' ? [asha, ben] : [ben, asha]
      expect((await updateKept(hiding, other.id, { hidesPresence: true })).body).toMatchObject({
        online: null,
        hidesPresence: true,
      })
      for (const stream of streams) await stream.next('kept', ({ online }) => online === null)
      expect(await presenceOf(asha, ben, conversationId)).toEqual([null, true, true])
      await end(asha, conversationId)
      for (const [member, partner] of [
        [asha, ben],
        [ben, asha],
      ] as const)
        expect(await presenceOf(member, partner, conversationId)).toEqual([null, false, false])
      for (const stream of streams) stream.close()
    },
  )

  // covers: beyond-keep-presence
  it('send no event about a presence that they hide', async () => {
    const { asha, ben, conversationId } = await keptPair(node)
    await end(asha, conversationId)
    await updateKept(asha, ben.id, { hidesPresence: true })
    const [watching, watched] = [await ben.stream(), await asha.stream()]
    for (const stream of [watching, watched]) await stream.next('ready')
    const { notifyPartners } = node.app.context.chat
    await notifyPartners(asha.id, 'USER_ONLINE')
    await updateKept(asha, ben.id, { hidesPresence: false })
    await notifyPartners(asha.id, 'USER_ONLINE')
    expect((await watching.next('USER_ONLINE')).data).toEqual({ userId: asha.id })
    const events = watching.received.map(({ event }) => event)
    expect(events.indexOf('USER_ONLINE')).toBeGreaterThan(events.lastIndexOf('kept'))
    for (const stream of [watching, watched]) stream.close()
  })
})
