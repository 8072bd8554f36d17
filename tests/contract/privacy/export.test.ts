import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { exportedFiles } from '../../kit/data-export.ts'
import { inboxOf } from '../../kit/inbox.ts'
import { call, join, pair } from '../../kit/person.ts'
import { enrol } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const HOUR = 60 * 60_000
const clock = createTestClock()
const node = useNode({ clock })

describe('the data export of a member', () => {
  it('contains the date of two-step login, and neither its secret nor a recovery code', async () => {
    const asha = await join(node)
    const { secret, recoveryCodes } = await enrol(node, asha, clock)
    const files = await exportedFiles(node, asha)
    expect(files['two-step-login']).toEqual([{ since: expect.any(String), recoveryCodesLeft: 10 }])
    expect(Date.parse(String(files['two-step-login']?.[0]?.since))).toBe(clock.now())
    const all = JSON.stringify(files)
    for (const text of [secret, ...recoveryCodes]) expect(all).not.toContain(text)
  })

  // covers: beyond-export
  it('contains a file for each subject and a letter that explains them', async () => {
    const asha = await join(node, { displayName: 'Asha exports' })
    await asha.call('POST', '/api/v1/profile-visitor', {
      profileOwnerId: asha.id,
      visitType: 'register',
      location: { latitude: 52.52, longitude: 13.405 },
    })
    const files = await exportedFiles(node, asha)
    expect(files.profile).toMatchObject([
      { email: asha.user.userName, displayName: 'Asha exports', phone: '+919822012345', age: 31 },
    ])
    expect(files.sessions).toHaveLength(1)
    expect(files['sign-ins']).toMatchObject([{ kind: 'register', latitude: 52.52 }])
    expect(files['two-step-login']).toEqual([])
    for (const name of Object.keys(files))
      if (name !== 'readme') expect(files.readme).toContain(`${name}.json`)
    expect(JSON.stringify(files)).not.toContain('argon2')
  })

  // covers: beyond-export-launch-list-entry
  it('contains a launch list entry only once the email address of the account is verified', async () => {
    const asha = await join(node, { verified: false })
    const body = { email: asha.user.userName }
    const headers = { 'user-agent': 'Browser of the mailbox owner' }
    expect((await call(node.url, 'POST', '/api/v1/launch-notifications', { body, headers })).status).toBe(200)
    expect((await exportedFiles(node, asha))['launch-list']).toEqual([])
    await node.app.context.database.prisma.user.update({
      where: { id: asha.id },
      data: { emailVerified: true },
    })
    clock.advance(24 * HOUR)
    expect((await exportedFiles(node, asha))['launch-list']).toMatchObject([
      { email: body.email, browser: headers['user-agent'] },
    ])
  })

  it('contains the conversations with the messages that the member can see', async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Cleared by Asha')
    await asha.call('PUT', `/api/v1/conversation/${conversationId}/clear`)
    await ben.send(conversationId, 'Ben’s words to "Asha"\nin two lines')
    await asha.send(conversationId, 'Asha’s words')
    const files = await exportedFiles(node, asha)
    expect(files.conversations).toMatchObject([
      {
        with: ben.user.displayName,
        messages: [
          { from: 'them', message: 'Ben’s words to "Asha"\nin two lines' },
          { from: 'me', message: 'Asha’s words' },
        ],
      },
    ])
    const bens = await exportedFiles(node, ben)
    expect(bens.conversations?.[0]?.messages).toHaveLength(3)
  })

  it("contains, across a block, the member's own messages and not the partner's", async () => {
    const { asha, ben, conversationId } = await pair(node)
    await asha.send(conversationId, 'Mine')
    await ben.send(conversationId, 'Theirs')
    await ben.call('POST', '/api/v1/blocks', { userId: asha.id })
    const { conversations } = await exportedFiles(node, asha)
    expect(conversations).toMatchObject([{ messages: [{ from: 'me', message: 'Mine' }] }])
    expect((await exportedFiles(node, ben)).blocks).toMatchObject([{ displayName: asha.user.displayName }])
  })

  // covers: beyond-export-of-others, beyond-internal-notes
  it('contains display names and received messages of others, and nothing else about them', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const moderator = await join(node, { displayName: 'A moderator of ours' })
    await ben.send(conversationId, 'Hello')
    const { prisma } = node.app.context.database
    await ben.call('POST', '/api/user/report/true', { reportedUserId: asha.id, reason: 'Ben reports this' })
    const action = { actorId: moderator.id, subjectId: asha.id }
    await prisma.moderationAction.createMany({
      data: [
        { id: crypto.randomUUID(), kind: 'WARN', reason: 'Be kind', ...action },
        { id: crypto.randomUUID(), kind: 'DISMISS', reason: 'No rule was broken', ...action },
      ],
    })
    const actor = { id: moderator.id, role: 'MODERATOR' } as const
    const note = { userId: asha.id, reportId: null, text: 'Reported by three people' }
    await node.app.context.moderationQueues.notes.add(actor, note)
    const files = await exportedFiles(node, asha)
    const text = JSON.stringify(files)
    expect(files.readme).toContain('internal notes of our moderators are left out')
    expect(files.moderation).toMatchObject([{ decision: 'WARN', reason: 'Be kind' }])
    for (const secret of [
      ben.user.userName,
      ben.id,
      moderator.id,
      'A moderator of ours',
      'Ben reports this',
      'No rule was broken',
      'Reported by three people',
      'note was added',
    ])
      expect(text).not.toContain(secret)
    expect(text).toContain(ben.user.displayName)
    expect((await exportedFiles(node, ben))['reports-made']).toMatchObject([
      { about: asha.user.displayName, reason: 'Ben reports this', status: 'OPEN' },
    ])
  })

  // covers: beyond-export-in-portions
  it('grows in portions, even for very many messages, and reports its progress', async () => {
    const { asha, ben, conversationId } = await pair(node)
    const { pool } = node.app.context.database
    await pool.query(
      `INSERT INTO message (id, conversation_id, sender_id, body)
       SELECT gen_random_uuid(), $1, $2, 'Message ' || n || repeat(' and more', 20) FROM generate_series(1, 20000) n`,
      [conversationId, ben.id],
    )
    await pool.query('CREATE TABLE seen_progress (user_id uuid, progress int)')
    await pool.query(`CREATE FUNCTION note_progress() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN INSERT INTO seen_progress VALUES (NEW.user_id, NEW.progress); RETURN NEW; END $$`)
    await pool.query(`CREATE TRIGGER note AFTER UPDATE OF progress ON data_export
      FOR EACH ROW EXECUTE FUNCTION note_progress()`)
    const { conversations } = await exportedFiles(node, asha)
    const messages = conversations?.[0]?.messages as { message: string }[]
    expect(new Set(messages.map(({ message }) => message)).size).toBe(20_000)
    const seen = await pool.query<{ progress: number }>(
      'SELECT progress FROM seen_progress WHERE user_id = $1',
      [asha.id],
    )
    const steps = seen.rows.map(({ progress }) => progress)
    expect(steps.length).toBeGreaterThan(20)
    expect(steps).toEqual([...steps].sort((a, b) => a - b))
    expect(steps.at(-1)).toBe(100)
    await pool.query('DROP TRIGGER note ON data_export')
  })

  it('causes a notification once it can be downloaded', async () => {
    const asha = await join(node)
    await exportedFiles(node, asha)
    await expect
      .poll(async () => (await inboxOf(node, asha)).notes)
      .toMatchObject([{ kind: 'export_ready', path: '/privacy-centre' }])
  })
})
