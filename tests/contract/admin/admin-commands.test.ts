import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AdminCommands, startAdminCommands } from '../../kit/admin-commands.ts'
import { join } from '../../kit/person.ts'
import { freePort } from '../../kit/redis-server.ts'

let commands: AdminCommands
beforeAll(async () => {
  commands = await startAdminCommands()
})
afterAll(() => commands[Symbol.asyncDispose]())

const admin = (...args: Parameters<AdminCommands['admin']>) => commands.admin(...args)
const readUser = (id: string) => commands.readUser(id)

/** The commands in the audit log about a member, the latest last. */
async function audited(subjectId: string | null): Promise<string[]> {
  const rows = await commands.prisma.moderationAction.findMany({
    where: { kind: 'OPERATOR', subjectId, actorId: null },
    orderBy: { id: 'asc' },
  })
  return rows.map(({ reason }) => reason.replace('Command line: ', ''))
}

describe('npm run admin', () => {
  it('finds and shows accounts by address and id, without secrets', async () => {
    const person = await join(commands.node)
    const { userName: email, passwordHash } = await readUser(person.id)
    const found = JSON.parse((await admin(['user', 'find', email, '--json'])).result)
    expect(found).toMatchObject({ total: 1, users: [{ id: person.id, email }] })
    const byId = await admin(['user', 'show', person.id, '--json'])
    const byEmail = await admin(['user', 'show', ` ${email.toUpperCase()}`, '--json'])
    expect(byId.result).toBe(byEmail.result)
    expect(JSON.parse(byId.result)).toMatchObject({ email, sessions: 1, role: 'MEMBER', sanctions: [] })
    expect(byId.result).not.toContain(passwordHash)
    expect(await audited(person.id)).toEqual(['user show', 'user show'])
    expect(await audited(null)).toContain('user find')
  })

  it('finds an account by an address in its own script', async () => {
    const email = 'asha@почта.рф'
    const person = await join(commands.node, { userName: email })
    expect((await admin(['user', 'show', ' Asha@Почта.РФ', '--json'])).result).toContain(person.id)
    expect((await admin(['user', 'find', email, '--json'])).result).toContain(person.id)
  })

  it('grants premium by hand, and revokes only what was granted by hand', async () => {
    const person = await join(commands.node)
    const granted = await admin([
      'premium',
      'grant',
      person.id,
      '--days',
      '30',
      '--reason',
      'Outage',
      '--json',
    ])
    const { until } = JSON.parse(granted.result)
    expect((await readUser(person.id)).premiumUntil?.toISOString()).toBe(until)
    const earlier = await admin([
      'premium',
      'grant',
      person.id,
      '--until',
      '2020-01-01',
      '--reason',
      'Outage',
    ])
    expect(earlier).toMatchObject({ code: 1, note: expect.stringContaining(`has premium until ${until}`) })
    expect(await commands.prisma.premiumGrant.findMany({ where: { userId: person.id } })).toMatchObject([
      { reason: 'Outage', transactionId: null, plan: null },
    ])
    const unconfirmed = await admin(['premium', 'revoke', person.id, '--reason', 'Mistake'])
    expect(unconfirmed).toMatchObject({ code: 1, note: expect.stringContaining('--yes') })
    expect(await admin(['premium', 'revoke', person.id, '--reason', 'Mistake', '--yes'])).toMatchObject({
      code: 0,
    })
    const { premiumUntil } = await readUser(person.id)
    expect(premiumUntil && premiumUntil < new Date(until)).toBe(true)
    expect(await audited(person.id)).toEqual([
      'premium grant --days 30 --reason Outage',
      'premium grant --until 2020-01-01 --reason Outage',
      'premium revoke --reason Mistake',
    ])
  })

  it('adds days to the premium that the member has', async () => {
    const person = await join(commands.node, { premium: true })
    const { premiumUntil } = await readUser(person.id)
    await admin(['premium', 'grant', person.id, '--days', '1', '--reason', 'Outage'])
    const after = (await readUser(person.id)).premiumUntil?.getTime() ?? 0
    expect(after - (premiumUntil?.getTime() ?? 0)).toBe(24 * 60 * 60_000)
  })

  it.each([
    [['premium', 'grant', 'ACCOUNT', '--reason', 'x'], 'Name either --days or --until.'],
    [['premium', 'grant', 'ACCOUNT', '--days', '0', '--reason', 'x'], '--days is a number from 1'],
    [['premium', 'grant', 'ACCOUNT', '--until', 'soon', '--reason', 'x'], '--until is a date'],
    [['premium', 'grant', 'ACCOUNT', '--days', '1'], 'A grant needs a --reason.'],
    [['premium', 'grant', 'ACCOUNT', '--colour', 'red'], "Unknown option '--colour'"],
    [['premium', 'grant', 'ACCOUNT', '--days', '3661', '--reason', 'x'], '--days is a number from 1 to 3660'],
    [['premium', 'revoke', 'ACCOUNT', '--yes'], 'A revocation needs a --reason.'],
    [['mail', 'decision', 'latest'], 'The action is an id'],
    [['user', 'show'], 'user show takes 1 argument.'],
    [['queues', 'drain', 'everything'], 'The queues are decisions'],
    [['fly', '--json'], 'There is no command "fly".'],
  ])('explains the wrong command %s, and prints its help', async (args, message) => {
    const person = await join(commands.node)
    const wrong = await admin(args.map((word) => (word === 'ACCOUNT' ? person.id : word)))
    expect(wrong).toMatchObject({ code: 2, result: '', note: expect.stringContaining(message) })
    expect(wrong.note).toContain('npm run admin -- ')
    expect(wrong.note).not.toContain('    at ')
  })

  it('requests and cancels an erasure, and mails the owner', async () => {
    const person = await join(commands.node)
    const { userName: email } = await readUser(person.id)
    expect(await admin(['erase', 'request', email])).toEqual({
      code: 1,
      result: '',
      note: 'The account is closed at once, and its data is erased at the date. Repeat the command with --yes to confirm.\n',
    })
    expect((await readUser(person.id)).eraseAfter).toBeNull()
    const { eraseAfter } = JSON.parse((await admin(['erase', 'request', email, '--yes', '--json'])).result)
    expect((await readUser(person.id)).eraseAfter?.toISOString()).toBe(eraseAfter)
    expect(await admin(['erase', 'request', email, '--yes'])).toMatchObject({
      code: 1,
      note: expect.stringContaining('The erasure of this account is requested already.'),
    })
    expect((await readUser(person.id)).eraseAfter?.toISOString()).toBe(eraseAfter)
    expect((await admin(['erase', 'state', email])).result).toBe(`${email} is erased after ${eraseAfter}.\n`)
    expect((await admin(['erase', 'cancel', email])).code).toBe(0)
    expect(await readUser(person.id)).toMatchObject({ eraseAfter: null, active: true })
    expect(await admin(['erase', 'cancel', email])).toMatchObject({
      code: 1,
      note: expect.stringContaining('No erasure has been requested for this account.'),
    })
    expect(commands.smtp.mails.filter((mail) => mail.includes(email))).toHaveLength(2)
    expect(await audited(person.id)).toEqual([
      'erase request',
      'erase request',
      'erase state',
      'erase cancel',
      'erase cancel',
    ])
  })

  it('ends the sessions of one account and of every account', async () => {
    const [one, other] = [await join(commands.node), await join(commands.node)]
    const sessionOf = async ({ call }: typeof one) => (await call('GET', '/api/session')).status
    expect(await admin(['sessions', 'end', one.id, '--yes'])).toMatchObject({ code: 0 })
    await expect.poll(() => sessionOf(one)).toBe(401)
    expect(await sessionOf(other)).toBe(200)
    expect(await admin(['sessions', 'end-all', '--yes'])).toMatchObject({ code: 0 })
    await expect.poll(() => sessionOf(other)).toBe(401)
    expect(await audited(one.id)).toEqual(['sessions end'])
    expect(await audited(null)).toContain('sessions end-all')
  })

  it('mails a verification link and a password reset again', async () => {
    const person = await join(commands.node, { verified: false })
    const { userName: email } = await readUser(person.id)
    expect((await admin(['mail', 'verification', email])).code).toBe(0)
    expect((await admin(['mail', 'password-reset', email])).code).toBe(0)
    const mails = commands.smtp.mails.filter((mail) => mail.includes(email))
    expect(mails).toEqual([expect.stringContaining('/verify'), expect.stringContaining('/reset-password')])
    expect(await audited(person.id)).toEqual(['mail verification', 'mail password-reset'])
    await commands.prisma.user.update({ where: { id: person.id }, data: { emailVerified: true } })
    expect(await admin(['mail', 'verification', email])).toMatchObject({ code: 1 })
  })

  it('mails a decision again', async () => {
    const person = await join(commands.node)
    const moderator = await join(commands.node)
    await commands.prisma.user.update({ where: { id: moderator.id }, data: { role: 'MODERATOR' } })
    const { decisions } = commands.node.app.context.moderation
    const actor = { id: moderator.id, role: 'MODERATOR' as const }
    await decisions.decideAbout(actor, person.id, { kind: 'SUSPEND', reason: 'Threats', days: 3 })
    const { userName: email } = await readUser(person.id)
    const shown = JSON.parse((await admin(['user', 'show', email, '--json'])).result)
    const [{ actionId, kind }] = shown.sanctions
    expect(kind).toBe('SUSPEND')
    const before = commands.smtp.mails.length
    expect((await admin(['mail', 'decision', actionId])).result).toBe('Mails that were sent again: 1.\n')
    expect(commands.smtp.mails.slice(before)).toEqual([expect.stringContaining(email)])
    expect(await audited(null)).toContain(`mail decision ${actionId}`)
    expect(await admin(['mail', 'decision', person.id])).toMatchObject({ code: 1 })
  })

  it('fails when a mail cannot be sent', async () => {
    const person = await join(commands.node)
    const SMTP_URL = `smtp://127.0.0.1:${await freePort()}?ignoreTLS=true`
    expect((await admin(['mail', 'password-reset', person.id], { SMTP_URL })).code).toBe(1)
    expect((await admin(['mail', 'password-reset', person.id], { SMTP_URL: '' })).note).toContain(
      'SMTP_URL is not set',
    )
  })

  it('shows the queues and drains them', async () => {
    const shown = JSON.parse((await admin(['queues', '--json'])).result)
    expect(shown).toMatchObject({
      decisionMails: 0,
      orders: { due: 0, later: 0 },
      webhooks: 0,
      searches: null,
    })
    for (const queue of ['decisions', 'unread', 'premium', 'orders', 'exports', 'erasures'])
      expect(await admin(['queues', 'drain', queue])).toMatchObject({ code: 0 })
    expect(await audited(null)).toContain('queues drain erasures')
  })

  it('removes an address from the launch list', async () => {
    const email = 'launch@xn--80a1acny.xn--p1ai'
    await commands.node.app.context.admin.joinLaunchList(email, {
      ipAddress: '127.0.0.1',
      userAgent: null,
      acceptLanguage: undefined,
      position: null,
    })
    expect((await admin(['launch-list', 'remove', 'Launch@почта.рф', '--yes'])).code).toBe(0)
    expect(await commands.prisma.launchNotification.count({ where: { email } })).toBe(0)
    expect((await admin(['launch-list', 'remove', email, '--yes'])).note).toBe(
      `${email} is not on the launch list.\n`,
    )
    expect((await audited(null)).filter((command) => command === 'launch-list remove')).toHaveLength(2)
  })

  it('corrects the totals of the lists', async () => {
    await commands.prisma.$executeRaw`UPDATE list_size SET change = change + 7`
    expect((await admin(['recount-lists'])).code).toBe(0)
    const total = await commands.prisma.user.count({ where: { erasedAt: null } })
    expect(JSON.parse((await admin(['user', 'find', '@', '--json'])).result).total).toBe(total)
    expect(await audited(null)).toContain('recount-lists')
  })

  it('shows an order by the id of its payment, and names one that it does not know', async () => {
    const person = await join(commands.node)
    const [orderId, payment] = [crypto.randomUUID(), { id: crypto.randomUUID(), providerPaymentId: 'pay_1' }]
    const money = { amount: 4_900, currency: 'INR' }
    await commands.prisma.order.create({
      data: {
        id: orderId,
        userId: person.id,
        provider: 'razorpay',
        providerOrderId: 'order_1',
        plan: 'daily',
        ...money,
        chargedAmount: money.amount,
        chargedCurrency: money.currency,
      },
    })
    await commands.prisma.transaction.create({
      data: {
        ...payment,
        userId: person.id,
        orderId,
        provider: 'razorpay',
        status: 'pending',
        description: 'Daily',
        type: 'payment',
        ...money,
      },
    })
    const shown = JSON.parse((await admin(['order', 'show', 'pay_1', '--json'])).result)
    expect(shown).toMatchObject({
      id: orderId,
      payments: [{ id: 'pay_1', status: 'pending', premium: null }],
    })
    expect((await admin(['order', 'show', orderId])).result).toContain('price: 49.00 INR')
    expect(await admin(['order', 'check', 'pay_1'])).toMatchObject({
      code: 1,
      note: expect.stringContaining('Payments are not configured'),
    })
    expect(await admin(['order', 'show', 'pay_2'])).toMatchObject({ code: 1 })
    expect(await audited(null)).toContain('order check pay_1')
  })

  it('explains every command', async () => {
    const { code, result } = await admin(['help'])
    expect(code).toBe(0)
    expect(result).toContain('npm run admin -- premium grant <email>')
    expect((await admin(['help', 'sessions', 'end-all', '--json'])).result).toMatch(
      /^npm run admin -- sessions end-all: /,
    )
  })
})
