import { beforeAll, describe, expect, it } from 'vitest'
import { createTestClock } from '../../kit/clock.ts'
import { ask } from '../../kit/graphql.ts'
import { mailed, mailsTo } from '../../kit/mails.ts'
import { join } from '../../kit/person.ts'
import { finishFirstSweep, PASSWORD } from '../../kit/privacy.ts'
import {
  BEGIN,
  CONFIRM,
  codeAt,
  DISABLE,
  enrol,
  logInWith,
  newSession,
  RENEW,
  STATE,
  wrongCode,
} from '../../kit/second-factor.ts'
import { useNode } from '../../kit/use-node.ts'

const clock = createTestClock()
const node = useNode({ clock, env: { STAFF_TWO_FACTOR: 'on' } })
beforeAll(async () => {
  await finishFirstSweep(node)
})

const prisma = () => node.app.context.database.prisma

describe('enabling two-step login', () => {
  it('needs the password, and takes effect only when a code confirms it', async () => {
    const asha = await join(node)
    expect((await ask(node, asha, BEGIN, { password: 'Another-1!' })).codes).toEqual(['INVALID'])
    const begun = await ask(node, asha, BEGIN, { password: PASSWORD })
    const { secret, uri } = begun.data?.beginSecondFactor ?? {}
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect(uri).toContain(`secret=${secret}`)
    expect((await ask(node, asha, STATE)).data?.secondFactor.since).toBeNull()
    expect((await logInWith(node, asha)).status).toBe(200)
    const wrong = await ask(node, asha, CONFIRM, { code: wrongCode(secret, clock) })
    expect(wrong.codes).toEqual(['SECOND_FACTOR_INVALID'])
    expect(wrong.errors[0]?.extensions?.fields).toHaveProperty('code')
    expect((await logInWith(node, asha)).status).toBe(200)
  })

  it('returns ten recovery codes, shows the date, and mails the owner', async () => {
    const asha = await join(node)
    const { recoveryCodes } = await enrol(node, asha, clock)
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const code of recoveryCodes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/)
    expect((await ask(node, asha, STATE)).data?.secondFactor).toEqual({
      since: new Date(clock.now()).toISOString(),
      recoveryCodesLeft: 10,
      staff: 'NOT_NEEDED',
    })
    await mailed(node, asha.user.userName, /Two-step login is on/)
  })

  it('ends every other session of the account and keeps this one', async () => {
    const asha = await join(node)
    const other = await newSession(node, asha)
    const stream = await other.stream()
    await enrol(node, asha, clock)
    await stream.ended
    expect((await other.call('GET', '/api/session')).status).toBe(401)
    expect((await asha.call('GET', '/api/session')).status).toBe(200)
  })

  it('fails while two-step login is on, and its confirmation fails after an hour', async () => {
    const [asha, ben] = [await join(node), await join(node)]
    await enrol(node, asha, clock)
    expect((await ask(node, asha, BEGIN, { password: PASSWORD })).codes).toEqual(['CONFLICT'])
    const { data } = await ask(node, ben, BEGIN, { password: PASSWORD })
    clock.advance(61 * 60_000)
    const code = codeAt(data?.beginSecondFactor.secret, clock.now())
    expect((await ask(node, ben, CONFIRM, { code })).codes).toEqual(['CONFLICT'])
  })

  // covers: beyond-two-step-secrets-unreadable
  it('stores neither the secret nor a recovery code in readable form', async () => {
    const asha = await join(node)
    const { secret, recoveryCodes } = await enrol(node, asha, clock)
    const { pool } = node.app.context.database
    const { rows } = await pool.query(
      `SELECT encode(secret, 'escape') || encode(secret, 'hex') AS stored, length(secret) AS bytes
       FROM second_factor WHERE user_id = $1
       UNION ALL SELECT encode(code_hash, 'escape') || encode(code_hash, 'hex'), length(code_hash)
       FROM recovery_code WHERE user_id = $1`,
      [asha.id],
    )
    expect(rows).toHaveLength(11)
    const { Secret } = await import('otpauth')
    const plain = [secret, Secret.fromBase32(secret).hex.toLowerCase()]
    const { createHash } = await import('node:crypto')
    for (const code of recoveryCodes) {
      const typed = code.replace('-', '')
      const digests = [code, typed].map((text) => createHash('sha256').update(text).digest('hex'))
      plain.push(code, typed, Buffer.from(code).toString('hex'), ...digests)
    }
    for (const { stored } of rows) for (const text of plain) expect(stored).not.toContain(text)
  })
})

describe('disabling two-step login and renewing the recovery codes', () => {
  it('need the password or a code', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    for (const proof of [{}, { password: 'Not-this-1' }])
      expect((await ask(node, asha, DISABLE, proof)).codes).toEqual(['INVALID'])
    const wrong = await ask(node, asha, DISABLE, { code: wrongCode(factor.secret, clock) })
    expect(wrong.codes).toEqual(['SECOND_FACTOR_INVALID'])
    expect((await ask(node, asha, RENEW, { password: 'Not-this-1' })).codes).toEqual(['INVALID'])
    const renewed = await ask(node, asha, RENEW, { code: factor.nextCode() })
    expect(renewed.data?.renewRecoveryCodes).toHaveLength(10)
    const [old = ''] = factor.recoveryCodes
    expect((await logInWith(node, asha, { code: old })).body.code).toBe('SECOND_FACTOR_INVALID')
    const off = await ask(node, asha, DISABLE, { password: PASSWORD })
    expect(off.data).toEqual({ disableSecondFactor: true })
    await mailed(node, asha.user.userName, /Two-step login is off/)
    expect((await logInWith(node, asha)).status).toBe(200)
    expect((await ask(node, asha, STATE)).data?.secondFactor).toMatchObject({
      since: null,
      recoveryCodesLeft: 0,
    })
    expect((await ask(node, asha, DISABLE, { password: PASSWORD })).codes).toEqual(['CONFLICT'])
    expect((await ask(node, asha, RENEW, { password: PASSWORD })).codes).toEqual(['CONFLICT'])
  })

  it('send no mail after a failed attempt', async () => {
    const asha = await join(node)
    const factor = await enrol(node, asha, clock)
    await mailed(node, asha.user.userName, /Two-step login is on/)
    const before = mailsTo(node, asha.user.userName).length
    await ask(node, asha, DISABLE, { code: wrongCode(factor.secret, clock) })
    expect(mailsTo(node, asha.user.userName)).toHaveLength(before)
  })
})

describe('the data of a member', () => {
  it('contain no second factor after the erasure', async () => {
    const asha = await join(node)
    await enrol(node, asha, clock)
    await prisma().user.update({
      where: { id: asha.id },
      data: { active: false, closedAt: new Date(clock.now()), eraseAfter: new Date(clock.now()) },
    })
    clock.advance(60_000)
    await node.app.context.privacy.sweep()
    const where = { userId: asha.id }
    expect(await prisma().secondFactor.count({ where })).toBe(0)
    expect(await prisma().recoveryCode.count({ where })).toBe(0)
  })

  it('contain no unconfirmed enrolment after a day', async () => {
    const asha = await join(node)
    await ask(node, asha, BEGIN, { password: PASSWORD })
    clock.advance(25 * 60 * 60_000)
    await node.app.context.privacy.sweep()
    expect(await prisma().secondFactor.count({ where: { userId: asha.id } })).toBe(0)
  })
})
