import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { decideReport, reportAbout, reportMember } from '../../kit/erasure.ts'
import { joinAs } from '../../kit/graphql.ts'
import { mailsTo } from '../../kit/mails.ts'
import { aRegistration, call, join, type Person, pair } from '../../kit/person.ts'
import { ban, closeAccount, deleteAccount, finishFirstSweep, logIn } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const clock = createTestClock()
const node = useNode({ clock })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma
const sweep = () => node.app.context.privacy.sweep()
const now = () => new Date(clock.now())
const rowOf = (who: Person) => prisma().user.findUnique({ where: { id: who.id } })

const messagesOf = (who: Person) => prisma().message.count({ where: { senderId: who.id } })

describe('erasure', () => {
  // covers: 9-deletion-within-30-days, beyond-deletion-erases-in-30-days
  it('happens in an hourly sweep within 30 days of the request for deletion, and not before 29 days', async () => {
    const { asha, conversationId } = await pair(node)
    await prisma().user.update({ where: { id: asha.id }, data: { language: 'de' } })
    await asha.send(conversationId, 'Still here')
    const requested = clock.now()
    await deleteAccount(node, asha)
    clock.advance(29 * DAY - 1)
    await sweep()
    expect(await rowOf(asha)).toMatchObject({ userName: asha.user.userName, erasedAt: null })
    clock.advance(HOUR)
    await sweep()
    expect(clock.now() - requested).toBeLessThan(30 * DAY)
    expect(await rowOf(asha)).toMatchObject({
      userName: `deleted-${asha.id}@deleted.invalid`,
      displayName: 'Deleted account',
      phone: '',
      interests: [],
      lookingFor: [],
      languages: [],
      learning: [],
      language: 'en',
      latitude: null,
      city: null,
      premiumUntil: null,
      active: false,
      erasedAt: now(),
    })
    expect(await messagesOf(asha)).toBe(0)
    expect((await logIn(node, asha)).status).toBe(401)
  })

  // covers: 9-reactivation-within-12-months, beyond-closed-accounts-erased
  it('takes place 12 months after an account was closed', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    await closeAccount(node, asha)
    clock.advance(364 * DAY)
    await sweep()
    expect(await rowOf(asha)).toMatchObject({ erasedAt: null })
    clock.advance(2 * DAY)
    await sweep()
    expect((await rowOf(asha))?.erasedAt).toEqual(now())
    expect((await rowOf(ben))?.erasedAt).toBeNull()
  })

  it('frees the address, and makes its placeholder unusable', async () => {
    const asha = await join(node)
    await deleteAccount(node, asha)
    clock.advance(31 * DAY)
    await sweep()
    const { userName } = asha.user
    const again = await call(node.url, 'POST', '/api/user', { body: aRegistration({ userName }) })
    expect(again.status).toBe(200)
    const placeholder = `deleted-${asha.id}@deleted.invalid`
    const taken = await call(node.url, 'POST', '/api/user', {
      body: aRegistration({ userName: `deleted-${crypto.randomUUID()}@deleted.invalid` }),
    })
    expect(taken.status).toBe(400)
    const entered = await call(node.url, 'POST', '/auth', {
      body: { userName: placeholder, password: 'erased' },
    })
    expect(entered.status).toBe(401)
    await call(node.url, 'POST', '/re-verify', {
      body: placeholder,
      headers: { 'content-type': 'text/plain' },
    })
    const reset = await call(node.url, 'POST', '/password/reset', {
      body: { user: placeholder, origin: 'http://localhost:0' },
    })
    expect(reset.status).toBe(200)
    expect(mailsTo(node, placeholder)).toEqual([])
  })

  // covers: beyond-internal-notes
  it('deletes the notes of moderators, and refuses new ones once it has begun', async () => {
    const [asha, moderator] = [await join(node), await joinAs(node, 'MODERATOR')]
    const { notes } = node.app.context.moderationQueues
    const actor = { id: moderator.id, role: 'MODERATOR' } as const
    const note = { userId: asha.id, reportId: null, text: 'Asked for photos before' }
    await notes.add(actor, note)
    await deleteAccount(node, asha)
    clock.advance(31 * DAY)
    await sweep()
    expect(await prisma().moderatorNote.count({ where: { userId: asha.id } })).toBe(0)
    await expect(notes.add(actor, note)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it("keeps a moderator's notes about others, without their name", async () => {
    const [asha, moderator, admin] = [
      await join(node),
      await joinAs(node, 'MODERATOR'),
      await joinAs(node, 'ADMIN'),
    ]
    const { notes } = node.app.context.moderationQueues
    await notes.add(
      { id: moderator.id, role: 'MODERATOR' },
      { userId: asha.id, reportId: null, text: 'Seems to be new' },
    )
    await deleteAccount(node, moderator)
    clock.advance(31 * DAY)
    await sweep()
    expect(await notes.about({ id: admin.id, role: 'ADMIN' }, asha.id)).toMatchObject([
      { text: 'Seems to be new', author: { displayName: 'Deleted account' } },
    ])
  })

  it('deletes any number of messages', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await node.app.context.database.pool.query(
      `INSERT INTO message (id, conversation_id, sender_id, body)
       SELECT gen_random_uuid(), $1, CASE n % 5 WHEN 0 THEN $2::uuid ELSE $3::uuid END, 'Message ' || n
       FROM generate_series(1, 4000) n`,
      [conversationId, ben.id, asha.id],
    )
    await deleteAccount(node, asha)
    clock.advance(31 * DAY)
    await sweep()
    expect([await messagesOf(asha), await messagesOf(ben)]).toEqual([0, 800])
  })

  // covers: beyond-erasure-continues
  it('resumes after an error, which does not stop the erasure of other members', async () => {
    const { pool } = node.app.context.database
    const { asha, conversationId } = await pair(node)
    const other = await pair(node)
    await asha.send(conversationId, 'Cannot be removed yet')
    await other.asha.send(other.conversationId, 'Can be removed')
    for (const who of [asha, other.asha]) await deleteAccount(node, who)
    clock.advance(31 * DAY)
    await pool.query(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      IF OLD.body = 'Cannot be removed yet' THEN RAISE EXCEPTION 'the disk is full'; END IF; RETURN OLD; END $$`)
    await pool.query('CREATE TRIGGER refuse BEFORE DELETE ON message FOR EACH ROW EXECUTE FUNCTION refuse()')
    await sweep()
    expect((await rowOf(other.asha))?.erasedAt).toEqual(now())
    expect(await rowOf(asha)).toMatchObject({ erasedAt: null, displayName: 'Deleted account' })
    expect((await logIn(node, asha)).status).toBe(401)
    // Dropping the trigger would lock the table, which the jobs of the node use in another order.
    await pool.query(
      `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN OLD; END $$`,
    )
    await sweep()
    expect((await rowOf(asha))?.erasedAt).toEqual(now())
    expect(await messagesOf(asha)).toBe(0)
  })

  it('restores or erases the whole account when a login comes at the same time', async () => {
    for (let round = 0; round < 12; round += 1) {
      const { asha, conversationId } = await pair(node)
      await asha.send(conversationId, 'Whole')
      await deleteAccount(node, asha)
      clock.advance(31 * DAY)
      const [{ status }] = await Promise.all([logIn(node, asha), sweep()])
      expect({
        status,
        erased: (await rowOf(asha))?.erasedAt !== null,
        messages: await messagesOf(asha),
      }).toEqual(
        status === 200
          ? { status: 200, erased: false, messages: 1 }
          : { status: 401, erased: true, messages: 0 },
      )
    }
  })
})

describe('an erasure while evidence is needed', () => {
  // covers: beyond-erasure-waits-for-cases
  it('waits while a report about the member is open, and keeps the member hidden', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Something unkind')
    const id = await reportMember(node, { by: ben, about: asha })
    await deleteAccount(node, asha)
    clock.advance(60 * DAY)
    await sweep()
    expect(await rowOf(asha)).toMatchObject({ active: false, userName: asha.user.userName, erasedAt: null })
    expect(await messagesOf(asha)).toBe(1)
    await decideReport(node, id, now())
    await sweep()
    expect((await rowOf(asha))?.erasedAt).toEqual(now())
    expect(await messagesOf(asha)).toBe(0)
    expect(JSON.stringify((await reportAbout(node, asha)).evidence)).toContain('Something unkind')
  })

  it('waits while an appeal of the member is open', async () => {
    const asha = await join(node)
    await ban(node, asha)
    const appeal = await prisma().appeal.create({
      data: { id: uuidv7(), userId: asha.id, actionId: uuidv7(), text: 'It was not me' },
    })
    await deleteAccount(node, asha)
    clock.advance(60 * DAY)
    await sweep()
    expect((await rowOf(asha))?.erasedAt).toBeNull()
    await prisma().appeal.update({
      where: { id: appeal.id },
      data: { status: 'UPHELD', decidedAt: now(), answer: 'It stands' },
    })
    await sweep()
    expect((await rowOf(asha))?.erasedAt).toEqual(now())
    expect((await rowOf(asha))?.bannedAt).not.toBeNull()
  })

  it('leaves only the reported conversation of the reporter until the decision', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Please stop')
    const id = await reportMember(node, { by: asha, about: ben })
    const cleo = await join(node, { interests: asha.user.interests })
    await asha.findMatch()
    const elsewhere = (await cleo.findMatch()).conversation?.id ?? ''
    await asha.send(elsewhere, 'Nothing to do with it')
    await deleteAccount(node, asha)
    clock.advance(31 * DAY)
    await sweep()
    expect((await rowOf(asha))?.erasedAt).toEqual(now())
    expect(await prisma().message.findMany({ where: { senderId: asha.id } })).toMatchObject([
      { body: 'Please stop' },
    ])
    await decideReport(node, id, now())
    await sweep()
    expect(await messagesOf(asha)).toBe(0)
  })
})
