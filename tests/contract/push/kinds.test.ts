import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { askToKeep, settleWishes } from '../../kit/keeping.ts'
import { accept, knockFrom, knockOn, partedPair, passADay, resign } from '../../kit/knocks.ts'
import { DECIDE, moderationOf } from '../../kit/moderation.ts'
import { join } from '../../kit/person.ts'
import {
  choosePush,
  pushSettings,
  pushStateOf,
  stopPeriodicPushes,
  subscribedPair,
  subscribePush,
  takePushes,
} from '../../kit/push.ts'
import { startPushService } from '../../kit/push-service.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

const clock = createTestClock()
const service = useStarted(startPushService)
const node = useNode(() => ({ env: pushSettings(service), clock }))

beforeAll(() => stopPeriodicPushes(node))
beforeEach(() => void service.received.splice(0))

const told = async () =>
  (await takePushes(node, service)).map(({ payload: { kind, title } }) => ({ kind, title }))

/** Two former partners, of whom the first gets push messages. */
async function formerPartners() {
  const { asha, ben, id } = await partedPair(node)
  await passADay(node, id)
  await subscribePush(asha, service)
  await takePushes(node, service)
  return { asha, ben }
}

describe('push messages to a member whose page is closed', () => {
  // covers: beyond-push-kinds
  it('tell a match', async () => {
    const interests = ['Only these two in push']
    const [asha, ben] = [await join(node, { interests }), await join(node, { interests })]
    await subscribePush(asha, service)
    await asha.findMatch()
    await ben.findMatch()
    expect(await told()).toEqual([{ kind: 'match', title: 'Match Found!' }])
  })

  // covers: beyond-push-kinds
  it('tell a knock, and that it was accepted', async () => {
    const { asha, ben } = await formerPartners()
    await knockOn(ben, asha)
    expect(await told()).toEqual([{ kind: 'knock', title: 'Someone would like to talk with you' }])
    const knock = await knockFrom(ben, asha)
    await subscribePush(ben, service)
    await choosePush(ben, { showsNames: true })
    await accept(asha, knock.id)
    expect(await told()).toContainEqual({
      kind: 'match',
      title: `You can chat with ${asha.user.displayName} now`,
    })
  })

  // covers: beyond-push-kinds
  it('tell no knock that was withdrawn, and no message that waits with it', async () => {
    const { asha, ben } = await formerPartners()
    const { id } = await knockOn(ben, asha)
    await ben.send(id, 'Hello again')
    expect((await told()).map(({ kind }) => kind)).toEqual(['knock'])
    await resign(ben, id)
    expect(await told()).toEqual([])
  })

  // covers: beyond-push-kinds
  it('tell both that they keep in touch', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await askToKeep(asha, conversationId)
    await askToKeep(ben, conversationId)
    await settleWishes(node)
    expect(await told()).toEqual([{ kind: 'kept', title: 'You and someone keep in touch' }])
  })

  // covers: beyond-push-kinds
  it('tell a decision of a moderator, without what it says', async () => {
    const { ask, moderator, reported } = await moderationOf(node)
    const { asha, reportId } = await reported()
    await subscribePush(asha, service)
    await takePushes(node, service)
    await ask(moderator, DECIDE, { id: reportId, kind: 'DISMISS', reason: 'Not against the rules' })
    expect(await told()).toEqual([{ kind: 'decision', title: 'News from our moderators' }])
  })
})

describe('the choices of a member', () => {
  // covers: beyond-push-choices
  it('switch each kind off', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    await choosePush(asha, { kinds: ['match', 'knock'] })
    await ben.send(conversationId, 'Hello')
    expect(await told()).toEqual([])
    await choosePush(asha, { kinds: ['message'] })
    await ben.send(conversationId, 'Hello again')
    expect(await told()).toHaveLength(1)
  })

  // covers: beyond-push-quiet-hours
  it('hold messages back in quiet hours, and tell what is still new at their end', async () => {
    const { asha, ben, conversationId } = await subscribedPair(node, service)
    const at = (hours: number) => new Date(clock.now() + hours * 3_600_000).toISOString().slice(11, 16)
    await choosePush(asha, { quietHours: { from: at(-1), until: at(2), timeZone: 'UTC' } })
    await ben.send(conversationId, 'Hello')
    expect(await told()).toEqual([])
    clock.advance(3_600_000)
    expect(await told()).toEqual([])
    clock.advance(3_600_000)
    expect(await told()).toHaveLength(1)
  })

  // covers: beyond-push-choices
  it('stay, over REST and GraphQL', async () => {
    const asha = await join(node)
    const { preferences } = await pushStateOf(asha)
    expect(preferences).toEqual({
      kinds: ['message', 'match', 'ring', 'knock', 'kept', 'interest', 'evening', 'decision'],
      showsNames: false,
      quietHours: null,
    })
    const quietHours = { from: '22:00', until: '07:30', timeZone: 'Asia/Kolkata' }
    const saved = await ask(
      node,
      asha,
      `mutation($quietHours: QuietHoursInput) {
        savePushPreferences(kinds: [MESSAGE], showsNames: true, quietHours: $quietHours) { kinds }
      }`,
      { quietHours },
    )
    expect(saved.data).toEqual({ savePushPreferences: { kinds: ['MESSAGE'] } })
    expect((await pushStateOf(asha)).preferences).toEqual({
      kinds: ['message'],
      showsNames: true,
      quietHours,
    })
    const wrong = { kinds: [], showsNames: true, quietHours: { ...quietHours, timeZone: 'Mars/Olympus' } }
    const answer = await asha.call('PUT', '/api/v1/push/preferences', wrong)
    expect(answer.body).toMatchObject({ code: 'INVALID' })
  })
})
