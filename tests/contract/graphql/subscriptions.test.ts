import { afterEach, describe, expect, it, vi } from 'vitest'
import { SHORT_GRACE } from '../../kit/departures.ts'
import { type Subscription, TRANSPORT_NAMES, TRANSPORTS } from '../../kit/graphql.ts'
import { join, type Person, pair } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode({ departureTimes: SHORT_GRACE })
const made: Subscription[] = []
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of made.splice(0)) await one.stop()
})

const MESSAGES = 'subscription($id: ID) { messageReceived(conversationId: $id) { text } }'
const TYPING = 'subscription($id: ID) { typingChanged(conversationId: $id) { userId isTyping } }'

describe.each(TRANSPORT_NAMES)('subscriptions over %s', (transport) => {
  async function subscribe(who: Person, query: string, id?: string) {
    const one = await TRANSPORTS[transport](node, who, query, id === undefined ? {} : { id })
    made.push(one)
    return one
  }

  /** Repeats an action until the subscription receives an event. */
  async function untilReceived(one: Subscription, act: () => Promise<unknown>) {
    await expect
      .poll(async () => {
        await act()
        return one.received.length
      })
      .toBeGreaterThan(0)
  }
  const textsOf = ({ received }: Subscription) =>
    received.map(({ messageReceived }) => (messageReceived as { text: string } | undefined)?.text)

  async function thirdMember(person: Person) {
    const eve = await join(node)
    return { eve, ...(await node.app.context.chat.open(person.id, eve.id)) }
  }

  it('receive the messages of one conversation without those of others, and end with the conversation', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const other = await thirdMember(asha)
    const messages = await subscribe(asha, MESSAGES, conversationId)
    await untilReceived(messages, () => ben.send(conversationId, 'Can you hear me?'))
    await other.eve.send(other.conversationId, 'Elsewhere')
    await ben.send(conversationId, 'Here')
    await expect.poll(() => textsOf(messages)).toContain('Here')
    expect(textsOf(messages)).not.toContain('Elsewhere')

    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect(await messages.ended).toBe('complete')
  })

  // covers: beyond-graphql-subscriptions-end
  it('stop receiving the typing events of a conversation after a block, while other subscriptions continue', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const other = await thirdMember(asha)
    const typing = await subscribe(asha, TYPING, conversationId)
    const all = await subscribe(asha, MESSAGES)
    await untilReceived(all, () => other.eve.send(other.conversationId, 'Good day'))
    await untilReceived(typing, () =>
      ben.call('PUT', '/api/v1/conversation/typing/true', { conversationId, targetUser: asha.id }),
    )
    expect(typing.received[0]).toEqual({ typingChanged: { userId: ben.id, isTyping: true } })

    await ben.call('POST', '/api/v1/blocks', { userId: asha.id })
    expect(await typing.ended).toBe('complete')
    await other.eve.send(other.conversationId, 'Still here?')
    await expect.poll(() => textsOf(all)).toContain('Still here?')
  })

  it('find no conversation of other members, and none that has ended', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const eve = await join(node)
    const refusal = async (who: Person, id: string) => {
      const one = await subscribe(who, MESSAGES, id)
      await one.ended
      return one.received.flatMap(({ errors }) => (errors ?? []) as object[])
    }
    const notFound = [{ extensions: { code: 'NOT_FOUND' } }]
    expect(await refusal(eve, conversationId)).toMatchObject(notFound)
    await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
    expect(await refusal(asha, conversationId)).toMatchObject(notFound)
    expect(await refusal(asha, 'nonsense')).toMatchObject([{ extensions: { code: 'INVALID' } }])
  })

  it('complete at once when the conversation ends during the subscription', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const { live } = node.app.context
    const connect = live.connect.bind(live)
    vi.spyOn(live, 'connect').mockImplementationOnce(async (...args) => {
      await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
      return connect(...args)
    })
    const messages = await subscribe(asha, MESSAGES, conversationId)
    expect(await messages.ended).toBe('complete')
    expect(messages.received).toEqual([])
  })

  it('receive a match with the partner', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const matches = await subscribe(asha, 'subscription { matchFound { id partner { displayName } } }')
    await untilReceived(matches, async () => {
      await ben.call('GET', `/api/v1/conversation/${conversationId}/resign`)
      await node.app.context.chat.open(asha.id, ben.id)
    })
    expect(matches.received[0]).toEqual({
      matchFound: { id: conversationId, partner: { displayName: ben.user.displayName } },
    })
  })

  // covers: beyond-graphql-presence
  it('receive the presence of partners as it changes', async () => {
    const { asha, ben } = await pair(node)
    const changes = await subscribe(asha, 'subscription { presenceChanged { userId online } }')
    await untilReceived(changes, async () => {
      const stream = await ben.stream()
      stream.close()
      await stream.ended
    })
    const last = () => changes.received.at(-1)?.presenceChanged
    await expect.poll(last).toEqual({ userId: ben.id, online: false })
    const stream = await ben.stream()
    await expect.poll(last).toEqual({ userId: ben.id, online: true })
    stream.close()
    await expect.poll(last).toEqual({ userId: ben.id, online: false })
  })
})
