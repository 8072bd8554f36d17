import { v7 as uuidv7 } from 'uuid'
import { describe, expect, it } from 'vitest'
import { text } from '#schema/translatable.ts'
import { ask } from '../../kit/graphql.ts'
import { join } from '../../kit/person.ts'
import { statementsDuring } from '../../kit/statements.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

describe('the figures of the session', () => {
  // covers: 3-session-figures, 7-session-figures
  it('count online members with a common interest, members nearby and conversations', async () => {
    const interests = [`Rare ${crypto.randomUUID().slice(0, 8)}`]
    const at = { latitude: -20, longitude: 30 }
    const me = await join(node, { interests, ...at, premium: true, nearBy: true })
    const other = await join(node, { interests, ...at, nearBy: true })
    // A partner of an open chat is not counted as nearby.
    await join(node, { ...at, nearBy: true })
    const stream = await other.stream()
    await other.findMatch()
    await me.findMatch()
    expect((await me.call('GET', '/api/session')).body).toMatchObject({
      onlineUsersWithCommonInterest: 1,
      nearByUsers: 1,
      conversationCount: 1,
    })
    stream.close()
  })

  // covers: beyond-bell-count-in-session
  it('count the unread notifications', async () => {
    const me = await join(node)
    const unread = async () => (await me.call('GET', '/api/session')).body.unreadNotifications
    const notice = { kind: 'notice', heading: text('Hello'), body: text('Something happened.') } as const
    expect(await unread()).toBe(0)
    await node.app.context.inbox.notify(me.id, notice)
    await node.app.context.inbox.notify(me.id, notice)
    expect(await unread()).toBe(2)
    await ask(node, me, 'mutation { markAllNotificationsRead }')
    expect(await unread()).toBe(0)
  })

  // covers: design-blocks-and-online-count
  it('leave out both sides of a block, over REST and GraphQL', async () => {
    const interests = [`Rare ${crypto.randomUUID().slice(0, 8)}`]
    const [me, blocked, blocker] = [
      await join(node, { interests }),
      await join(node, { interests }),
      await join(node, { interests }),
    ]
    const streams = [await blocked.stream(), await blocker.stream()]
    const figures = async () => {
      const [session, graphql] = [
        await me.call('GET', '/api/session'),
        await ask(node, me, '{ session { onlineUsersWithCommonInterest } }'),
      ]
      return [session.body.onlineUsersWithCommonInterest, graphql.data?.session]
    }
    expect(await figures()).toEqual([2, { onlineUsersWithCommonInterest: 2 }])
    await me.call('POST', '/api/v1/blocks', { userId: blocked.id })
    expect(await figures()).toEqual([1, { onlineUsersWithCommonInterest: 1 }])
    await blocker.call('POST', '/api/v1/blocks', { userId: me.id })
    expect(await figures()).toEqual([0, { onlineUsersWithCommonInterest: 0 }])
    for (const stream of streams) stream.close()
  })

  it('follow a change of interests while a member is online', async () => {
    const rare = `Rare ${crypto.randomUUID().slice(0, 8)}`
    const [me, other] = [await join(node, { interests: [rare] }), await join(node)]
    const stream = await other.stream()
    const figure = async () => (await me.call('GET', '/api/session')).body.onlineUsersWithCommonInterest
    expect(await figure()).toBe(0)
    const { id, displayName, age } = other.user
    await other.call('PUT', '/api/v1/user', { id, displayName, age, interests: rare, lookingFor: 'Dating' })
    expect(await figure()).toBe(1)
    stream.close()
  })

  // covers: design-session-figures-cost
  it('take a bounded number of statements and rows for any number of members and conversations', async () => {
    const at = { latitude: -40, longitude: 30 }
    const me = await join(node, { ...at, premium: true, nearBy: true })
    const { prisma } = node.app.context.database
    const people = Array.from({ length: 1500 }, (_, index) => ({
      id: uuidv7(),
      userName: `crowd-${index}@example.com`,
      passwordHash: 'x',
      displayName: `Crowd ${index}`,
      phone: '+910000000000',
      gender: 'Female' as const,
      age: 30,
      interests: me.user.interests,
      lookingFor: ['Friendship'],
      emailVerified: true,
      nearBy: true,
      shownLatitude: at.latitude,
      shownLongitude: at.longitude,
    }))
    await prisma.user.createMany({ data: people })
    const conversations = people.map(({ id }) => {
      const [lowUserId, highUserId] = [id, me.id].sort() as [string, string]
      return { id: uuidv7(), lowUserId, highUserId, endedAt: new Date() }
    })
    await prisma.conversation.createMany({ data: conversations })
    await prisma.conversationMember.createMany({
      data: conversations.map(({ id }, index) => ({
        conversationId: id,
        userId: me.id,
        partnerId: people[index]?.id ?? '',
      })),
    })
    let figures: Record<string, unknown> = {}
    const { statements, rows } = await statementsDuring(node, async () => {
      figures = (await me.call('GET', '/api/session')).body
    })
    expect(figures).toMatchObject({ nearByUsers: 100, conversationCount: 1000 })
    expect(statements.length).toBeGreaterThan(0)
    expect(statements.length).toBeLessThanOrEqual(7)
    expect(rows).toBeLessThanOrEqual(8)
  })
})
