import { describe, expect, it } from 'vitest'
import { adminListQuery, launchSignUp } from '#schema/admin.ts'
import { paymentParams, paypalCaptureRequest, subscribeRequest } from '#schema/billing.ts'
import { listMessages, pageRequest, report, searchId, sendMessage } from '#schema/chat.ts'
import { oneClick, unsubscribeLink } from '#schema/missed-mails.ts'
import { auditLogFilter, bulkDismissal } from '#schema/moderation.ts'
import { listNearby } from '#schema/nearby.ts'
import { resetByToken, resetCodeForm, resetRequest } from '#schema/password.ts'
import { profileForm, profileUpdate, profileVisit } from '#schema/profile.ts'
import { proof } from '#schema/proof.ts'
import { registration } from '#schema/registration.ts'
import { ROUTES } from '#schema/routes.ts'
import { CHAT, ME } from '../web-state/kit.ts'

const letters = (count: number) => 'x'.repeat(count)
const ID = '01999999-0000-7000-8000-0000000000f1'
const PASSWORD = 'Monsoon-2026'
const ADDRESS = 'asha@example.com'
const PROFILE = { id: ME, displayName: 'Asha', interests: ['Jazz'], lookingFor: ['Dating'], age: 31 }
const MESSAGE = { conversationId: CHAT, message: 'Hello' }

describe('an accepted request', () => {
  it('gets defaults for missing fields', () => {
    expect(pageRequest.parse({})).toEqual({ pageNumber: 0, size: 10 })
    expect(listNearby.parse({})).toEqual({ pageNumber: 0, size: 10, filterBy: 'none' })
    expect(listMessages.parse({ id: CHAT })).toEqual({ pageNumber: 0, size: 10, id: CHAT })
    expect(adminListQuery.parse({})).toEqual({ pageNumber: 0, size: 100, search: '' })
    expect(profileUpdate.parse(PROFILE)).toEqual(PROFILE)
  })

  it('loses the space around its texts', () => {
    expect(report.parse({ reportedUserId: ME, reason: ' Threats ' }).reason).toBe('Threats')
    expect(profileUpdate.parse({ ...PROFILE, displayName: ' Asha ' }).displayName).toBe('Asha')
    expect(paymentParams.parse({ paymentId: ' pay_1 ' }).paymentId).toBe('pay_1')
    expect(subscribeRequest.parse({ paymentId: ' pay_1 ' }).paymentId).toBe('pay_1')
    expect(paypalCaptureRequest.parse({ orderId: ' order_1 ' }).orderId).toBe('order_1')
    expect(adminListQuery.parse({ search: ' asha ' }).search).toBe('asha')
    expect(auditLogFilter.parse({ search: ' ban ' }).search).toBe('ban')
    expect(resetCodeForm.parse({ userName: ADDRESS, resetCode: ' 123456 ' }).resetCode).toBe('123456')
    expect(resetByToken.parse({ token: ' a ', newPassword: PASSWORD }).token).toBe('a')
    expect(profileForm.parse({ ...PROFILE, age: ' 31 ' }).age).toBe(31)
  })

  it('may have an address in any case, which becomes lower case', () => {
    expect(resetCodeForm.parse({ userName: ' Asha@Example.COM ', resetCode: '123456' }).userName).toBe(
      ADDRESS,
    )
    expect(launchSignUp.parse({ email: 'Asha@Example.COM' }).email).toBe(ADDRESS)
    expect(ROUTES.resendVerification.body.parse(' Asha@Example.COM ')).toBe(ADDRESS)
    expect(ROUTES.verifyEmail.query.parse({ code: 'a', email: ' Asha@Example.COM ' }).email).toBe(ADDRESS)
    expect(ROUTES.login.body.parse({ userName: ' Asha@Example.COM ', password: 'x' }).userName).toBe(ADDRESS)
  })

  it('may have the lists of a profile as text, joined by commas', () => {
    const joined = {
      ...PROFILE,
      interests: ' Jazz,, Tea ,',
      lookingFor: 'Dating, Friendship',
      languages: 'hi, zh,',
    }
    expect(profileUpdate.parse(joined)).toMatchObject({
      interests: ['Jazz', 'Tea'],
      lookingFor: ['Dating', 'Friendship'],
      languages: ['hi', 'zh'],
    })
  })

  it.each([
    ['all', null],
    ['', null],
    [null, null],
    ['male', 'male'],
  ])('may have the gender filter %j, which becomes %j', (filterByGender, stored) => {
    expect(profileUpdate.parse({ ...PROFILE, filterByGender }).filterByGender).toBe(stored)
  })

  it.each([
    ['', '', null, null],
    [' 25 ', '', 25, null],
    ['30', '30', 30, 30],
  ])('may want ages from %j to %j in the form', (minPartnerAge, maxPartnerAge, lowest, highest) => {
    expect(profileForm.parse({ ...PROFILE, age: '31', minPartnerAge, maxPartnerAge })).toMatchObject({
      minPartnerAge: lowest,
      maxPartnerAge: highest,
    })
  })

  it('contains each report of a bulk dismissal once', () => {
    const ids = [ID, ID.toUpperCase(), CHAT]
    expect(bulkDismissal.parse({ ids, reason: 'Fine' }).ids).toEqual([ID, CHAT])
  })

  it.each([
    'List-Unsubscribe=One-Click',
    'name="List-Unsubscribe"\r\n\r\nOne-Click',
    'name="List-Unsubscribe"\n\nOne-Click',
  ])('may have the form of a mail program %j', (form) => expect(oneClick.parse(form)).toBe(form))

  it('may have no location, or an unknown one', () => {
    const visit = { profileOwnerId: ME, visitType: 'login' }
    for (const one of [visit, { ...visit, location: null }]) expect(profileVisit.parse(one)).toEqual(one)
  })

  it('may have a moderator for the audit log, or only automatic actions', () => {
    for (const filter of [
      { actorId: ID, automatic: false },
      { automatic: true },
      { actorId: null, automatic: true },
    ])
      expect(auditLogFilter.parse(filter)).toEqual(filter)
  })
})

describe('a limit of a request', () => {
  const proofOf = (counter: number, length: number) => {
    const parameters = {
      algorithm: 'a',
      cost: 1,
      expiresAt: 1,
      keyLength: 1,
      keyPrefix: 'a',
      keySignature: 'a',
      nonce: 'a',
      salt: 'a',
    }
    return { challenge: { parameters, signature: 'a' }, solution: { counter, derivedKey: letters(length) } }
  }
  const accepts = (model: { safeParse(value: unknown): { success: boolean } }, ...values: unknown[]) =>
    values.map((value) => model.safeParse(value).success)

  it('applies to keys and ids of clients', () => {
    const key = (clientMessageId: string) => ({ ...MESSAGE, clientMessageId })
    expect(accepts(sendMessage, key('!key~'), key('a key'), key('kéy'), key(' key'), key('key\n'))).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
    expect(accepts(searchId, 'a-Z_9', 'a b', ' a', 'a ', 'a.b')).toEqual([true, false, false, false, false])
    expect(accepts(subscribeRequest, { paymentId: letters(100) }, { paymentId: letters(101) })).toEqual([
      true,
      false,
    ])
    expect(accepts(paymentParams, { paymentId: letters(100) })).toEqual([true])
    expect(accepts(paypalCaptureRequest, { orderId: letters(100) }, { orderId: letters(101) })).toEqual([
      true,
      false,
    ])
  })

  it('applies to the parameters of a link', () => {
    const link = (length: number) => ({ user: ME, token: letters(length) })
    expect(accepts(unsubscribeLink, link(0), link(1), link(100), link(101))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const reset = (length: number) => ({ token: letters(length), newPassword: PASSWORD })
    expect(accepts(resetByToken, reset(200), reset(201))).toEqual([true, false])
    const mailed = (length: number) => ({ code: 'a', email: letters(length) })
    expect(accepts(ROUTES.verifyEmail.query, mailed(0), mailed(1), mailed(254), mailed(255))).toEqual([
      false,
      true,
      true,
      false,
    ])
    const origin = (length: number) => ({ user: ADDRESS, origin: letters(length) })
    expect(accepts(resetRequest, origin(300), origin(301))).toEqual([true, false])
    const form = (length: number) => `List-Unsubscribe=One-Click${letters(length - 26)}`
    expect(accepts(oneClick, form(2000), form(2001))).toEqual([true, false])
  })

  it('applies to the time of a message, the solution of a proof and the pages of a list', () => {
    const time = (length: number) => ({ time: letters(length) })
    expect(accepts(ROUTES.sendMessage.headers, time(64), time(65))).toEqual([true, false])
    expect(accepts(proof, proofOf(0, 200), proofOf(-1, 1), proofOf(0.5, 1), proofOf(0, 201))).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect(
      accepts(
        adminListQuery,
        { pageNumber: 100_000 },
        { pageNumber: 100_001 },
        { pageNumber: -1 },
        { pageNumber: 0.5 },
        { size: 1.5 },
      ),
    ).toEqual([true, false, false, false, false])
    expect(accepts(pageRequest, { paginated: true }, { paginated: 'false' }, { paginated: 'maybe' })).toEqual(
      [true, true, false],
    )
  })

  it('applies to the address of the launch list', () => {
    const address = (length: number) =>
      `${letters(60)}@${`${letters(50)}.`.repeat(3)}${letters(length - 217)}.io`
    expect(address(254)).toHaveLength(254)
    const emails = [address(254), address(255)].map((email) => ({ email }))
    expect(accepts(launchSignUp, ...emails)).toEqual([true, false])
  })

  it('applies to the position of a registration', () => {
    const { latitude, longitude } = registration.shape
    expect(accepts(latitude, -90, 90, -90.1, 90.1)).toEqual([true, true, false, false])
    expect(accepts(longitude, -180, 180, -180.1, 180.1)).toEqual([true, true, false, false])
  })
})
