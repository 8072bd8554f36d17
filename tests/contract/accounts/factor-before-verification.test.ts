import { describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { enrol, logInWith } from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const NEW_PASSWORD = 'Brand-new-2026'
const clock = createTestClock()
const node = useNode({ clock })

async function setVerified({ id }: Person, emailVerified: boolean) {
  await node.app.context.database.prisma.user.update({ where: { id }, data: { emailVerified } })
  await node.app.context.events.emit('userChanged', { userId: id })
}

/** An account with a factor and an address that is not verified, as earlier versions allowed. */
async function joinWithFactor() {
  const person = await join(node)
  const factor = await enrol(node, person, clock)
  await setVerified(person, false)
  clock.advance(60_000)
  return { person, factor }
}

async function verify({ user }: Person) {
  const earlier = mailsTo(node, user.userName).length
  await call(node.url, 'POST', '/re-verify', { body: user.userName })
  await expect.poll(() => mailsTo(node, user.userName).length).toBe(earlier + 1)
  const { link } = await mailed(node, user.userName, /Verify/)
  expect((await call(node.url, 'GET', `/api/verify${link.search}`)).body).toMatchObject({ success: true })
}

async function resetPassword({ user }: Person) {
  const body = { user: user.userName, origin: node.url }
  expect((await call(node.url, 'POST', '/password/reset', { body })).status).toBe(200)
  const token = (await mailed(node, user.userName, /Reset/)).link.searchParams.get('token')
  const reset = { token, newPassword: NEW_PASSWORD }
  expect((await call(node.url, 'POST', '/password/confirm-reset', { body: reset })).status).toBe(200)
}

const told = ({ user }: Person) => mailed(node, user.userName, /Two-step login is off/)

describe('a factor that was switched on before the address was verified', () => {
  // covers: beyond-two-step-earlier-factor
  it('stops counting once the owner of the mailbox verifies the address, and the owner gets a mail', async () => {
    const { person } = await joinWithFactor()
    expect((await logInWith(node, person)).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    await verify(person)
    expect((await logInWith(node, person)).status).toBe(200)
    await told(person)
  })

  // covers: beyond-two-step-earlier-factor
  it('stops counting once the owner of the mailbox sets a new password', async () => {
    const { person } = await joinWithFactor()
    await resetPassword(person)
    expect((await logInWith(node, person, { password: NEW_PASSWORD })).status).toBe(200)
    await told(person)
  })

  it('stops counting after a new password if an earlier version verified the address and kept it', async () => {
    const { person } = await joinWithFactor()
    const { prisma } = node.app.context.database
    const kept = await prisma.secondFactor.findUniqueOrThrow({ where: { userId: person.id } })
    await verify(person)
    await prisma.secondFactor.create({ data: kept })
    await resetPassword(person)
    expect((await logInWith(node, person, { password: NEW_PASSWORD })).status).toBe(200)
  })
})

describe('a factor that was switched on after the address was verified', () => {
  // covers: beyond-two-step-earlier-factor
  it('outlasts a new password, and a second verification link', async () => {
    const person = await join(node, { verified: false })
    const { link } = await mailed(node, person.user.userName, /Verify/)
    await verify(person)
    clock.advance(60_000)
    const { nextCode } = await enrol(node, person, clock)
    clock.advance(60_000)
    const again = await call(node.url, 'GET', `/api/verify${link.search}`)
    expect(again.body).toMatchObject({ success: true })
    expect((await logInWith(node, person)).body).toMatchObject({ code: 'SECOND_FACTOR_REQUIRED' })
    await resetPassword(person)
    const password = NEW_PASSWORD
    expect((await logInWith(node, person, { password })).body).toMatchObject({
      code: 'SECOND_FACTOR_REQUIRED',
    })
    expect((await logInWith(node, person, { password, code: nextCode() })).status).toBe(200)
  })
})
