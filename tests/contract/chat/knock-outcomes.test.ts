import { describe, expect, it } from 'vitest'
import { ask } from '../../kit/graphql.ts'
import { decline, knockFrom, partedPair, resign, say, start } from '../../kit/knocks.ts'
import type { Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const prisma = () => node.app.context.database.prisma

describe('the sender', () => {
  const ANSWERS: [string, (asha: Person, ben: Person) => Promise<unknown>][] = [
    ['no answer', async () => undefined],
    ['Not now', async (asha, ben) => decline(ben, (await knockFrom(asha, ben)).id)],
    ["Don't ask again", async (asha, ben) => decline(ben, (await knockFrom(asha, ben)).id, true)],
    [
      'an earlier "Don\'t ask again"',
      async (asha, ben) => prisma().knockRefusal.create({ data: { userId: ben.id, refusedId: asha.id } }),
    ],
  ]

  /** Everything that the sender can read, with the ids and times that differ in every run replaced. */
  async function seenBy(answer: (asha: Person, ben: Person) => Promise<unknown>, early: boolean) {
    const { asha, ben, id } = await partedPair(node)
    const stream = await asha.stream()
    const his = await ben.stream()
    // Until she knocks, she sees that her former partner is online.
    await stream.next('USER_ONLINE')
    if (early) await answer(asha, ben)
    const started = await start(asha, ben)
    if (!early) await answer(asha, ben)
    const sent = await say(asha, id, 'Hello again', 'key')
    const seen = [
      started,
      sent,
      await say(asha, id, 'Another one'),
      await start(asha, ben),
      await asha.call('GET', `/api/v1/conversation/${id}`),
      await asha.call('POST', '/api/v1/conversations', {}),
      await asha.call('POST', '/api/v1/messages', { id }),
      await asha.call('GET', `/api/v1/user/${ben.id}`),
      await asha.call('GET', '/api/session'),
      await asha.call('PUT', '/api/v1/conversation/typing/true', { conversationId: id }),
      await asha.call('GET', '/api/v1/knocks'),
      await resign(asha, id),
      await start(asha, ben),
      await asha.call('GET', `/api/v1/conversation/${id}`),
    ].map(({ status, body }) => ({ status, body }))
    const graphql = await ask(
      node,
      asha,
      '{ conversations { nodes { id open awaitsAnswer partnerOnline partner { online } } } refusedKnocks { id } notifications { nodes { heading } } }',
    )
    await stream.next('conversation_disconnected')
    const events = stream.received.map(({ event, data }) => ({ event, data }))
    for (const one of [stream, his]) one.close()
    const names: [string, string][] = [
      [id, 'CONVERSATION'],
      [asha.id, 'ASHA'],
      [ben.id, 'BEN'],
      [asha.user.displayName, 'Asha'],
      [ben.user.displayName, 'Ben'],
      [asha.user.userName, 'MAIL'],
      [asha.user.interests[0] ?? '', 'INTEREST'],
      [String(sent.body.id), 'MESSAGE'],
    ]
    const text = names.reduce(
      (all, [value, name]) => all.replaceAll(value, name),
      JSON.stringify({ seen, graphql: graphql.data, events }),
    )
    return JSON.parse(text.replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'))
  }

  // covers: beyond-knock-looks-alike
  it('reads the same after no answer, Not now and Don’t ask again', async () => {
    const [silence, ...others] = await Promise.all(
      ANSWERS.map(([name, answer]) => seenBy(answer, name.startsWith('an earlier'))),
    )
    expect(silence.seen[0].body).toMatchObject({ awaitsAnswer: true, userOnline: false })
    for (const other of others) expect(other).toEqual(silence)
  })
})
