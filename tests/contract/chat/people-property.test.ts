import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { passADay, startChat } from '../../kit/knocks.ts'
import { join, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const USERS = 5
const who = fc.nat({ max: USERS - 1 })
const twoOf = fc.tuple(who, who).filter(([a, b]) => a !== b)
const ACTIONS = [
  'block',
  'unblock',
  'report',
  'match',
  'open',
  'clear',
  'send',
  'send',
  'read',
  'disconnect',
] as const
const step = fc.record({ action: fc.constantFrom(...ACTIONS), pair: twoOf })

/** A model of what the server should store. */
class Model {
  readonly blocks = new Set<string>()
  readonly talks = new Map<
    string,
    {
      open: boolean
      said: { by: number; text: string }[]
      read: Map<number, number>
      cleared: Map<number, number>
    }
  >()
  private count = 0

  nextText() {
    this.count += 1
    return `Message ${this.count}`
  }
  apart(a: number, b: number) {
    return this.blocks.has(`${a} ${b}`) || this.blocks.has(`${b} ${a}`)
  }
  talk(a: number, b: number) {
    return this.talks.get([a, b].sort().join(' '))
  }
  reachable(a: number, b: number) {
    return this.apart(a, b) ? undefined : this.talk(a, b)
  }
  open(a: number, b: number) {
    const key = [a, b].sort().join(' ')
    const talk = this.talks.get(key) ?? { open: true, said: [], read: new Map(), cleared: new Map() }
    this.talks.set(key, { ...talk, open: true })
  }
  block(a: number, b: number) {
    this.blocks.add(`${a} ${b}`)
    const talk = this.talk(a, b)
    if (talk) talk.open = false
  }
  seen(me: number, other: number) {
    const talk = this.talk(me, other)
    return talk?.said.slice(talk.cleared.get(me) ?? 0) ?? []
  }
  unread(me: number, other: number) {
    const talk = this.talk(me, other)
    if (!talk) return 0
    const from = Math.max(talk.read.get(me) ?? 0, talk.cleared.get(me) ?? 0)
    return talk.said.slice(from).filter(({ by }) => by === other).length
  }
}

async function act(
  people: Person[],
  ids: Map<string, string>,
  model: Model,
  { action, pair: [a, b] }: { action: (typeof ACTIONS)[number]; pair: [number, number] },
) {
  const [me, other] = [people[a], people[b]] as [Person, Person]
  const key = [a, b].sort().join(' ')
  const id = ids.get(key) ?? crypto.randomUUID()
  const talk = model.reachable(a, b)
  switch (action) {
    case 'block':
      expect((await me.call('POST', '/api/v1/blocks', { userId: other.id })).status).toBe(200)
      return model.block(a, b)
    case 'unblock':
      expect((await me.call('DELETE', `/api/v1/blocks/${other.id}`)).status).toBe(200)
      return void model.blocks.delete(`${a} ${b}`)
    case 'report': {
      const body = { reportedUserId: other.id, reason: 'Rude' }
      const { status } = await me.call('POST', '/api/user/report/true', body)
      expect(status).toBe(model.talk(a, b) ? 200 : 404)
      if (status === 200) model.block(a, b)
      return
    }
    case 'open': {
      // Earlier knocks and endings of the pair must not delay this one.
      await passADay(node, id)
      const { status, body } = await me.call('POST', '/api/v1/conversation', { secondUser: other.id })
      expect(status).toBe(model.apart(a, b) ? 404 : 200)
      if (status !== 200) return
      await startChat(me, other)
      ids.set(key, String(body.id))
      return model.open(a, b)
    }
    case 'match': {
      // A member in a conversation gets that one; a new search begins by leaving it.
      for (const seeker of [a, b]) await leaveAll(people, ids, model, seeker)
      await me.findMatch()
      const { conversation } = await other.findMatch()
      for (const person of [me, other]) if (!conversation) await person.call('DELETE', '/api/v1/conversation')
      if (!conversation) return
      expect(conversation.partnerId).toBe(me.id)
      // The member who waited learns of the match at the next poll.
      expect((await me.findMatch()).conversation?.partnerId).toBe(other.id)
      expect(model.apart(a, b)).toBe(false)
      ids.set(key, conversation.id)
      return model.open(a, b)
    }
    case 'send': {
      const text = model.nextText()
      const { status } = await me.call('POST', '/api/v1/message', { conversationId: id, message: text })
      expect(status === 200).toBe(talk?.open === true)
      if (status === 200) talk?.said.push({ by: a, text })
      return
    }
    case 'clear':
      expect((await me.call('PUT', `/api/v1/conversation/${id}/clear`)).status).toBe(talk ? 200 : 404)
      return void talk?.cleared.set(a, talk.said.length)
    case 'read':
      expect((await me.call('POST', `/api/v1/conversation/${id}/mark-read`)).status).toBe(talk ? 200 : 404)
      return void talk?.read.set(a, talk.said.length)
    case 'disconnect':
      expect((await me.call('GET', `/api/v1/conversation/${id}/resign`)).status).toBe(talk ? 200 : 404)
      if (talk) talk.open = false
  }
}

async function leaveAll(people: Person[], ids: Map<string, string>, model: Model, me: number) {
  for (let other = 0; other < USERS; other += 1) {
    const talk = other === me ? undefined : model.reachable(me, other)
    if (!talk?.open) continue
    await people[me]?.call('GET', `/api/v1/conversation/${ids.get([me, other].sort().join(' '))}/resign`)
    talk.open = false
  }
}

/** Every query of a member about the others returns what the model holds. */
async function expectTruth(people: Person[], ids: Map<string, string>, model: Model, me: number) {
  const person = people[me] as Person
  const others = people.map((_, other) => other).filter((other) => other !== me)
  const idOf = (other: number) => (people[other] as Person).id
  const list = await person.call('POST', '/api/v1/conversations', { size: 100 })
  const rows = new Map(
    (list.body.elements as { partnerId: string; unreadCount: number }[]).map((one) => [
      one.partnerId,
      one.unreadCount,
    ]),
  )
  expect(rows).toEqual(
    new Map(
      others
        .filter((other) => model.reachable(me, other))
        .map((other) => [idOf(other), model.unread(me, other)]),
    ),
  )
  const near = await person.call('POST', '/api/v1/near-by', { size: 100 })
  expect(new Set((near.body.elements as { id: string }[]).map(({ id }) => id))).toEqual(
    new Set(others.filter((other) => !model.apart(me, other) && !model.talk(me, other)?.open).map(idOf)),
  )
  for (const other of others) {
    const reachable = model.reachable(me, other) !== undefined
    expect((await person.call('GET', `/api/v1/user/${idOf(other)}`)).status).toBe(reachable ? 200 : 404)
    const id = ids.get([me, other].sort().join(' '))
    if (!id) continue
    const { status, body } = await person.call('POST', '/api/v1/messages', { id, size: 100 })
    expect(status).toBe(reachable ? 200 : 404)
    if (!reachable) continue
    const said = (body.elements as { message: string }[]).map(({ message }) => message)
    expect(said.toReversed()).toEqual(model.seen(me, other).map(({ text }) => text))
  }
}

describe('five members in any sequence of actions', () => {
  // covers: design-blocked-members-unreachable
  it('never see or reach each other across a block, have correct unread counts, and keep cleared chats cleared', async () => {
    let place = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
        // Each run has its own place, with no member of another run nearby.
        place += 1
        const at = {
          latitude: -60 + (place % 120),
          longitude: -170 + 2 * Math.floor(place / 120),
          nearBy: true,
          premium: true,
        }
        const interests = [`Only these five ${crypto.randomUUID().slice(0, 8)}`]
        const people = await Promise.all(
          Array.from({ length: USERS }, () => join(node, { ...at, interests })),
        )
        const ids = new Map<string, string>()
        const model = new Model()
        for (const one of steps) await act(people, ids, model, one)
        for (let me = 0; me < USERS; me += 1) await expectTruth(people, ids, model, me)
      }),
      { numRuns: 40 },
    )
  })
})
