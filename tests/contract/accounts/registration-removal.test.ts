import { v7 as uuidv7 } from 'uuid'
import { beforeAll, describe, expect, it } from 'vitest'
import { startApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { aRegistration, call, join, type Person } from '../../kit/person.ts'
import { finishFirstSweep } from '../../kit/privacy.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma
const register = (body: unknown, on = node) => call(on.url, 'POST', '/api/user', { body })
const verify = (search: string) => call(node.url, 'GET', `/api/verify${search}`)

/** An unverified registration, and the two links of its mail. */
async function unverified() {
  const person = await join(node, { verified: false })
  const mail = await mailed(node, person.user.userName, /Verify/)
  const [, removal = ''] = mail.text.match(/This wasn't me: (\S+)/) ?? []
  return { person, mail, link: new URL(removal) }
}

const codeOf = (link: URL) => Object.fromEntries(link.searchParams)
const isPossible = async (link: URL) =>
  (await call(node.url, 'GET', `/api/registration/removal${link.search}`)).body.possible
const remove = (link: URL) => call(node.url, 'POST', '/api/registration/removal', { body: codeOf(link) })
const verifyBy = (link: URL) => verify(link.search)
const sessionOf = (person: Person) => person.call('GET', '/api/session')
/** A second registration of the same address, by its owner. */
const registerAgain = (person: Person) => register(aRegistration({ userName: person.user.userName }))

describe('the link "This wasn\'t me" of the verification mail', () => {
  it('leads to our own page, in the text and in the HTML', async () => {
    const { link, mail } = await unverified()
    expect(link.pathname).toBe('/not-me')
    expect(mail.html).toContain(`href="${link.href.replaceAll('&', '&amp;')}"`)
  })

  it('changes nothing until the owner presses the button', async () => {
    const { person, link } = await unverified()
    expect((await call(node.url, 'GET', `/not-me${link.search}`)).status).not.toBe(500)
    expect(await isPossible(link)).toBe(true)
    expect((await sessionOf(person)).status).toBe(200)
    expect((await call(node.url, 'GET', '/api/registration/removal')).status).toBe(400)
  })

  it('removes the registration with its sessions and streams, and frees the address', async () => {
    const { person, link } = await unverified()
    const stream = await person.stream()
    expect((await remove(link)).body).toEqual({
      success: true,
      message: 'The registration was removed. You can register with this address now.',
    })
    await stream.ended
    expect((await sessionOf(person)).status).toBe(401)
    expect(await prisma().user.findUnique({ where: { id: person.id } })).toBeNull()
    expect(await isPossible(link)).toBe(false)
    expect((await remove(link)).body.success).toBe(false)
    expect((await registerAgain(person)).status).toBe(200)
  })

  it('never removes a verified account', async () => {
    const { person, link } = await unverified()
    expect((await verify(link.search)).body.success).toBe(true)
    expect(await isPossible(link)).toBe(false)
    expect((await remove(link)).body).toMatchObject({ success: false })
    expect((await sessionOf(person)).body).toMatchObject({ user: { emailVerified: true } })
  })

  // covers: beyond-unverified-registration-removed
  it('removes the registration or verifies it, but not both, when the two are simultaneous', async () => {
    const { pool } = node.app.context.database
    const waiting = async () =>
      (
        await pool.query(
          "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
        )
      ).rowCount
    for (let round = 0; round < 4; round += 1) {
      const { person, link } = await unverified()
      // Both have read the registration before either may change it.
      const lock = await pool.connect()
      await lock.query('BEGIN')
      await lock.query('SELECT 1 FROM "user" WHERE id = $1 FOR UPDATE', [person.id])
      const first = round % 2 === 0 ? [remove, verifyBy] : [verifyBy, remove]
      const answers = []
      for (const [index, act] of first.entries()) {
        answers.push(act(link))
        await expect.poll(waiting).toBe(index + 1)
      }
      await lock.query('COMMIT')
      lock.release()
      const outcomes = (await Promise.all(answers)).map(({ status, body }) => [status, body.success])
      expect(outcomes).toEqual([
        [200, true],
        [200, false],
      ])
      expect((await sessionOf(person)).status).toBe(first[0] === verifyBy ? 200 : 401)
    }
  })

  it('refuses a wrong code, the code of another registration and an expired one', async () => {
    const [first, second] = [await unverified(), await unverified()]
    const foreign = new URL(first.link)
    foreign.searchParams.set('email', second.person.user.userName)
    const wrong = new URL(first.link)
    wrong.searchParams.set('code', 'nonsense')
    await prisma().emailVerification.updateMany({
      where: { userId: second.person.id },
      data: { expires: new Date(Date.now() - 1000) },
    })
    for (const link of [foreign, wrong, second.link]) {
      expect(await isPossible(link)).toBe(false)
      expect((await remove(link)).body).toMatchObject({ success: false })
    }
    for (const { person } of [first, second]) expect((await sessionOf(person)).status).toBe(200)
  })

  it('keeps the payments of the registrant, and nothing that gives access to the account', async () => {
    const { person, link } = await unverified()
    await prisma().order.create({
      data: {
        id: uuidv7(),
        userId: person.id,
        provider: 'razorpay',
        providerOrderId: `order_${person.id}`,
        plan: 'daily',
        amount: 10_000,
        currency: 'INR',
        chargedAmount: 10_000,
        chargedCurrency: 'INR',
      },
    })
    expect((await remove(link)).body).toMatchObject({ success: true })
    expect((await sessionOf(person)).status).toBe(401)
    const owner = await registerAgain(person)
    expect(owner.status).toBe(200)
    const left = await prisma().user.findUniqueOrThrow({ where: { id: person.id } })
    const body = { userName: left.userName, password: 'Monsoon-2026' }
    expect((await call(node.url, 'POST', '/auth', { body })).status).toBe(401)
    await node.app.context.privacy.sweep()
    expect(await prisma().user.findUniqueOrThrow({ where: { id: person.id } })).toMatchObject({
      displayName: 'Deleted account',
      erasedAt: expect.any(Date),
    })
    expect(await prisma().order.count({ where: { userId: person.id } })).toBe(1)
  })

  it('works over GraphQL as over REST', async () => {
    const { person, link } = await unverified()
    const asked =
      'query($code: String!, $email: String!) { canRemoveRegistration(code: $code, email: $email) }'
    const removed = `mutation($code: String!, $email: String!) {
      removeRegistration(code: $code, email: $email) { success }
    }`
    expect((await ask(node, null, asked, codeOf(link))).data).toEqual({ canRemoveRegistration: true })
    expect((await ask(node, null, removed, codeOf(link))).data).toEqual({
      removeRegistration: { success: true },
    })
    expect((await ask(node, null, asked, codeOf(link))).data).toEqual({ canRemoveRegistration: false })
    expect((await sessionOf(person)).status).toBe(401)
  })
})

describe('registering an unverified address again', () => {
  const startOver = (address: string, on = node) =>
    mailsTo(on, address).filter(({ subject }) => /Start over/.test(subject))

  // covers: beyond-unverified-address-registered-again
  it('answers as for a verified account, and mails the address a link to start over', async () => {
    const { person } = await unverified()
    const verified = await join(node)
    const [again, taken] = [await registerAgain(person), await registerAgain(verified)]
    expect(again.status).toBe(409)
    expect(again.body).toMatchObject({ fields: { userName: 'An account with this email already exists' } })
    expect(again.body).toEqual(taken.body)
    const { link, text, html } = await mailed(node, person.user.userName, /Start over/)
    expect(startOver(verified.user.userName)).toEqual([])
    expect(text + html).not.toContain(person.user.displayName)

    expect((await verify(link.search)).body, 'this code verifies nothing').toMatchObject({ success: false })
    expect((await remove(link)).body).toMatchObject({ success: true })
    expect((await sessionOf(person)).status).toBe(401)
    expect((await registerAgain(person)).status).toBe(200)
  })

  it('mails the address at most once in 15 minutes', async () => {
    const strict = await startApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    try {
      const input = aRegistration()
      await register(input, strict)
      for (let times = 0; times < 5; times += 1) expect((await register(input, strict)).status).toBe(409)
      await expect.poll(() => startOver(input.userName, strict)).toHaveLength(1)
    } finally {
      await strict[Symbol.asyncDispose]()
    }
  })
})
