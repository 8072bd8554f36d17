import { v7 as uuidv7 } from 'uuid'
import { beforeEach, describe, expect, it } from 'vitest'
import { openModeration, type TestModeration } from '../../kit/moderation-cases.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

const DAY = 24 * 60 * 60_000

const rows = useStarted(openRows)
let kit: TestModeration
let moderator: { id: string; role: 'MODERATOR' }
beforeEach(async () => {
  kit = openModeration(rows)
  moderator = await kit.staff('MODERATOR')
})

const prisma = () => rows.database.prisma

/** Warns a member. Returns the member and the action. */
async function warned(userId?: string) {
  const id = userId ?? (await rows.member())
  await kit.decisions.decideAbout(moderator, id, { kind: 'WARN', reason: 'Insults' })
  const action = await kit.newestAction(id, 'WARN')
  return { userId: id, actionId: action.id }
}

describe('an automatic suspension for three strikes', () => {
  /** Three warnings, a day apart: the third suspends. */
  async function struck() {
    const first = await warned()
    kit.clock.advance(DAY)
    const second = await warned(first.userId)
    kit.clock.advance(DAY)
    const third = await warned(first.userId)
    const suspension = await kit.newestAction(first.userId, 'SUSPEND')
    return { userId: first.userId, first, second, third, suspension }
  }
  const reversedOf = async (userId: string) =>
    (await kit.actionsOf(userId)).flatMap(({ reversed }) => reversed ?? [])

  it.each(['first', 'third'] as const)('ends when the %s warning is reversed', async (which) => {
    const { userId, suspension, ...warnings } = await struck()
    await kit.decisions.appeal(userId, suspension.id, 'x')
    await kit.decisions.reverse(moderator, warnings[which].actionId, 'A mistake')
    expect(await reversedOf(userId)).toEqual([warnings[which].actionId, suspension.id])
    expect(await kit.account(userId)).toEqual({ bannedAt: null, suspendedUntil: null })
    expect(await prisma().appeal.findUnique({ where: { actionId: suspension.id } })).toMatchObject({
      status: 'REVERSED',
      answer: 'A mistake',
    })
  })

  it('remains while three other strikes remain, and is reversed only once', async () => {
    const { userId, first, second, suspension } = await struck()
    await prisma().strike.create({
      data: { id: uuidv7(), userId, actionId: uuidv7(), created: suspension.at, expires: kit.at(DAY) },
    })
    await kit.decisions.reverse(moderator, first.actionId, 'x')
    expect(await reversedOf(userId)).toEqual([first.actionId])
    await kit.decisions.reverse(moderator, second.actionId, 'x')
    expect(await reversedOf(userId)).toEqual([first.actionId, second.actionId, suspension.id])
    const another = await warned(userId)
    await kit.decisions.reverse(moderator, another.actionId, 'x')
    expect((await reversedOf(userId)).filter((id) => id === suspension.id)).toHaveLength(1)
  })

  it('cannot be reversed once it is over, and later strikes do not keep it in force', async () => {
    const ended = await struck()
    kit.clock.advance(7 * DAY)
    await kit.decisions.reverse(moderator, ended.first.actionId, 'x')
    expect(await reversedOf(ended.userId)).toEqual([ended.first.actionId])
    const { userId, first, suspension } = await struck()
    kit.clock.advance(DAY)
    await warned(userId)
    await kit.decisions.reverse(moderator, first.actionId, 'x')
    expect(await reversedOf(userId)).toContain(suspension.id)
  })
})
