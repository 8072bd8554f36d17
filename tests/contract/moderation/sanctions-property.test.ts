import fc from 'fast-check'
import { createClient } from 'graphql-ws'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { startCluster, type TestApp } from '../../kit/app.ts'
import { ask as askOver, joinAs } from '../../kit/graphql.ts'
import { call, join, type Person, personOf, type TestStream } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

/** The actions of a sanctioned member and of moderators, in any order and on any node. */
const TRIES = ['find', 'send', 'start', 'type', 'stream', 'subscribe', 'log in'] as const
const DEEDS = ['suspend', 'ban', 'warn', 'reverse', 'pause'] as const
const step = fc.record({
  action: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TRIES) },
    { weight: 2, arbitrary: fc.constantFrom(...DEEDS) },
  ),
  node: fc.nat({ max: 1 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** A run of one member who may be sanctioned at any moment, and of their partner. */
class Life {
  subject: Person
  readonly nodes: readonly TestApp[]
  readonly moderator: Person
  readonly partner: Person
  readonly conversationId: string
  readonly interests: string[]
  readonly streams: TestStream[] = []
  readonly subscriptions: { ended: boolean }[] = []
  private readonly closers: (() => Promise<void>)[] = []

  private constructor(
    nodes: readonly TestApp[],
    moderator: Person,
    people: { subject: Person; partner: Person; conversationId: string; interests: string[] },
  ) {
    this.nodes = nodes
    this.moderator = moderator
    this.subject = people.subject
    this.partner = people.partner
    this.conversationId = people.conversationId
    this.interests = people.interests
  }

  static async begin(nodes: readonly TestApp[], moderator: Person): Promise<Life> {
    const interests = [`Life ${crypto.randomUUID().slice(0, 8)}`]
    const [first] = nodes as [TestApp]
    const [subject, partner] = [await join(first, { interests }), await join(first, { interests })]
    const { conversationId } = await first.app.context.chat.open(subject.id, partner.id)
    return new Life(nodes, moderator, { subject, partner, conversationId, interests })
  }

  at(index: number): TestApp {
    return this.nodes[index % this.nodes.length] as TestApp
  }

  async heldOff(): Promise<boolean> {
    const { data } = await askOver(this.at(0), this.subject, '{ standing { suspended } }')
    const suspended: unknown = data?.standing.suspended
    if (typeof suspended !== 'boolean') throw new Error('the account has no standing')
    return suspended
  }

  async try(action: (typeof TRIES)[number], node: TestApp): Promise<void> {
    const { subject, partner, conversationId } = this
    const here = personOf(node.url, subject.token, subject.user)
    if (action === 'find') await here.findMatch()
    if (action === 'send') await here.send(conversationId, 'Anybody?').catch(() => undefined)
    if (action === 'start') await here.call('POST', '/api/v1/conversation', { secondUser: partner.id })
    if (action === 'type')
      await here.call('PUT', '/api/v1/conversation/typing/true', { targetUser: partner.id, conversationId })
    if (action === 'stream') {
      const stream = await here.stream().catch(() => null)
      if (stream) this.streams.push(stream)
    }
    if (action === 'subscribe') this.subscribe(node)
    if (action === 'log in') await this.logIn(node)
  }

  private subscribe(node: TestApp) {
    const client = createClient({
      url: `${node.url.replace('http', 'ws')}/graphql`,
      webSocketImpl: WebSocket,
      retryAttempts: 0,
      lazy: true,
      connectionParams: { token: this.subject.token },
    })
    const subscription = { ended: false }
    const end = () => {
      subscription.ended = true
    }
    client.subscribe(
      { query: 'subscription { live { name } }' },
      { next: () => undefined, error: end, complete: end },
    )
    this.subscriptions.push(subscription)
    // A subscription that was refused at its start reports that again.
    this.closers.push(async () => Promise.resolve(client.dispose()).catch(() => undefined))
  }

  private async logIn(node: TestApp) {
    const body = { userName: this.subject.user.userName, password: 'Monsoon-2026' }
    const { body: answer } = await call(node.url, 'POST', '/auth', { body })
    if (typeof answer.token === 'string')
      this.subject = personOf(this.at(0).url, answer.token, this.subject.user)
  }

  async do(action: (typeof DEEDS)[number], node: TestApp): Promise<void> {
    const { moderation } = node.app.context
    const { id } = this.subject
    const actor = { id: this.moderator.id, role: 'MODERATOR' } as const
    const reason = 'A reason'
    if (action === 'suspend')
      await moderation.decisions.decideAbout(actor, id, { kind: 'SUSPEND', reason, days: 1 })
    if (action === 'ban') await moderation.decisions.decideAbout(actor, id, { kind: 'BAN', reason })
    if (action === 'warn') await moderation.decisions.decideAbout(actor, id, { kind: 'WARN', reason })
    if (action === 'pause') await moderation.decisions.pause(id, reason, null)
    if (action === 'reverse') {
      const { history } = await moderation.decisions.accountStatus(id)
      const latest = history.find(({ reversed }) => !reversed)
      if (latest) await moderation.decisions.reverse(actor, latest.actionId, reason)
    }
  }

  async said(): Promise<number> {
    return this.at(0).app.context.database.prisma.message.count({ where: { senderId: this.subject.id } })
  }

  async open(): Promise<number> {
    return this.at(0).app.context.database.prisma.conversation.count({
      where: { endedAt: null, members: { some: { userId: this.subject.id } } },
    })
  }

  /** No member with the same interests finds them. */
  async foundBySomebody(node: TestApp): Promise<boolean> {
    const seeker = await join(node, { interests: this.interests })
    const found = await seeker.findMatch()
    await seeker.call('DELETE', '/api/v1/conversation')
    return found.conversation?.partnerId === this.subject.id
  }

  async end() {
    for (const stream of this.streams) stream.close()
    for (const close of this.closers) await close()
  }
}

/** Returns whether the run ended with a suspension or ban. */
async function live(nodes: readonly TestApp[], moderator: Person, steps: readonly Step[]) {
  const life = await Life.begin(nodes, moderator)
  try {
    let saidBefore: number | null = null
    for (const { action, node } of steps) {
      const at = life.at(node)
      const attempt = TRIES.find((one) => one === action)
      if (attempt) await life.try(attempt, at)
      const deed = DEEDS.find((one) => one === action)
      if (deed) await life.do(deed, at)
      if (!(await life.heldOff())) {
        saidBefore = null
        continue
      }
      saidBefore ??= await life.said()
      expect(await life.said(), `${action}: nothing is said`).toBe(saidBefore)
      expect(await life.open(), `${action}: no conversation is open`).toBe(0)
    }
    if (!(await life.heldOff())) return false
    expect(await life.foundBySomebody(life.at(1))).toBe(false)
    await expect.poll(() => life.subscriptions.every(({ ended }) => ended)).toBe(true)
    await Promise.all(life.streams.map(({ ended }) => ended))
    return true
  } finally {
    await life.end()
  }
}

describe('any sequence of actions leaves a banned or suspended member unable to match, send or subscribe', () => {
  async function property(nodes: readonly TestApp[], moderator: Person) {
    let heldOff = 0
    const lives = fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
      if (await live(nodes, moderator, steps)) heldOff += 1
    })
    const always: Step[] = [
      { action: 'stream', node: 0 },
      { action: 'subscribe', node: 1 },
      { action: 'ban', node: 0 },
      { action: 'send', node: 1 },
    ]
    await fc.assert(lives, { numRuns: 20, examples: [[always]] })
    expect(heldOff).toBeGreaterThan(0)
  }

  describe('on one node', () => {
    const node = useNode()
    // covers: beyond-no-way-around-a-ban
    it('holds with live state in memory', { timeout: 300_000 }, async () => {
      await property([node], await joinAs(node, 'MODERATOR'))
    })
  })

  describe('on two nodes', () => {
    it('holds with live state in Redis', { timeout: 300_000 }, async (context) => {
      const cluster = await startCluster(2)
      if (!cluster) return context.skip('redis-server is not installed')
      try {
        const [first] = cluster.nodes as [TestApp]
        await property(cluster.nodes, await joinAs(first, 'MODERATOR'))
      } finally {
        await cluster[Symbol.asyncDispose]()
      }
    })
  })
})
