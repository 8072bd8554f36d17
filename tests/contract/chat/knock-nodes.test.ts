import { describe, expect, it } from 'vitest'
import { messagePage } from '#schema/chat.ts'
import {
  accept,
  decline,
  GONE,
  knockFrom,
  knockOn,
  knocksOf,
  partedPair,
  passADay,
  resign,
  say,
  start,
  textsOf,
} from '../../kit/knocks.ts'
import { type Person, personOf } from '../../kit/person.ts'
import { useTwoNodes } from '../../kit/use-two-nodes.ts'

describe('a knock on a member of another node', () => {
  const [one, two] = useTwoNodes()

  /** The same member as a client of each node. */
  const onBoth = ({ token, user }: Person) => [one, two].map(({ url }) => personOf(url, token, user))
  const knocksOnBoth = async (person: Person) =>
    (await Promise.all(onBoth(person).map(knocksOf))).map((knocks) => knocks.length)

  // covers: beyond-knock-accept, beyond-knock-message
  it('reaches them, and brings the answer and the message', async () => {
    const { asha, ben, id } = await partedPair(one, two)
    const [hers, his] = [await asha.stream(), await ben.stream()]
    await knockOn(asha, ben)
    await his.next('knock')
    await say(asha, id, 'Hello again')
    for (const client of onBoth(asha)) {
      const { body } = await client.call('POST', '/api/v1/messages', { id })
      expect(messagePage.parse(body).elements).toMatchObject([{ message: 'Hello again', awaitsAnswer: true }])
    }
    expect(await textsOf(ben, id)).toEqual([])
    await accept(ben, (await knockFrom(asha, ben)).id)
    await hers.next('match_found')
    expect((await his.next('new_chat_message')).data).toMatchObject({ message: 'Hello again' })
    expect(his.received.filter(({ event }) => event === 'new_chat_message')).toHaveLength(1)
    for (const stream of [hers, his]) stream.close()
  })

  // covers: beyond-knock-races
  it('opens one chat when both nodes accept it at once', async () => {
    const { asha, ben, id } = await partedPair(one, two)
    await knockOn(asha, ben)
    const hers = await asha.stream()
    const knock = await knockFrom(asha, ben)
    const answers = await Promise.all(onBoth(ben).map((client) => accept(client, knock.id)))
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual([
      [200, id],
      [200, id],
    ])
    await say(ben, id, 'Here I am')
    await hers.next('new_chat_message')
    expect(hers.received.filter(({ event }) => event === 'match_found')).toHaveLength(1)
    hers.close()
  })

  // covers: beyond-knock-looks-alike, beyond-knock-refusal
  it.for([
    ['Not now', false],
    ["Don't ask again", true],
  ] as const)(
    'disappears from every device of its receiver after %s, and tells the sender nothing',
    async ([, forever]) => {
      const { asha, ben, id } = await partedPair(one, two)
      const [hers, ...his] = [
        await asha.stream(),
        ...(await Promise.all(onBoth(ben).map((client) => client.stream()))),
      ]
      for (const stream of [hers, ...his]) await stream.next('ready')
      await knockOn(asha, ben)
      for (const stream of his) await stream.next('knock', ({ waiting }) => waiting === true)
      await decline(ben, (await knockFrom(asha, ben)).id, forever)
      for (const stream of his) await stream.next('knock', ({ waiting }) => waiting === false)
      expect(await knocksOnBoth(ben)).toEqual([0, 0])
      for (const client of onBoth(asha)) {
        expect((await client.call('GET', `/api/v1/conversation/${id}`)).body).toMatchObject({
          awaitsAnswer: true,
        })
        expect((await start(client, ben)).body).toMatchObject({ id, awaitsAnswer: true })
      }
      await say(asha, id, 'One more thing')
      await hers.next('new_chat_message')
      const told = hers.received.map(({ event }) => event)
      for (const event of ['knock', 'match_found', 'conversation_disconnected'])
        expect(told).not.toContain(event)
      await passADay(two, id)
      await knockOn(asha, ben)
      expect(await knocksOnBoth(ben)).toEqual(forever ? [0, 0] : [1, 1])
      for (const stream of [hers, ...his]) stream.close()
    },
  )

  // covers: beyond-knock-ends
  it.for<[string, (asha: Person, ben: Person, id: string) => Promise<unknown>]>([
    ['withdraws it', (asha, _, id) => resign(asha, id)],
    ['blocks the other', (asha, ben) => asha.call('POST', '/api/v1/blocks', { userId: ben.id })],
    ['is blocked', (asha, ben) => ben.call('POST', '/api/v1/blocks', { userId: asha.id })],
  ])('disappears from every device of its receiver when the sender %s', async ([, end]) => {
    const { asha, ben, id } = await partedPair(one, two)
    const his = await Promise.all(onBoth(ben).map((client) => client.stream()))
    for (const stream of his) await stream.next('ready')
    await knockOn(asha, ben)
    const knock = await knockFrom(asha, ben)
    await end(asha, ben, id)
    for (const stream of his) await stream.next('knock', ({ waiting }) => waiting === false)
    for (const client of onBoth(ben)) expect(await accept(client, knock.id)).toMatchObject(GONE)
    for (const stream of his) stream.close()
  })

  // covers: beyond-knock-ends
  it('expires on both nodes', async () => {
    const { asha, ben, id } = await partedPair(one, two)
    await knockOn(asha, ben)
    expect(await knocksOnBoth(ben)).toEqual([1, 1])
    await passADay(one, id)
    expect(await knocksOnBoth(ben)).toEqual([0, 0])
    for (const client of onBoth(asha))
      expect((await client.call('GET', `/api/v1/conversation/${id}`)).body).toMatchObject({
        awaitsAnswer: false,
        userActive: false,
      })
  })
})
