import { beforeEach, describe, expect, it } from 'vitest'
import { resetFactor } from '#server/domains/accounts/index.ts'
import { ADDRESS, ORIGIN } from '../../kit/accounts.ts'
import { createAuthenticator, type Lie } from '../../kit/authenticator.ts'
import { openPasskeys, PASSWORD, type TestPasskeys } from '../../kit/passkeys.ts'
import { openRows } from '../../kit/rows.ts'
import { codeAt } from '../../kit/second-factor-codes.ts'
import { useStarted } from '../../kit/use-started.ts'

const MINUTE = 60_000

const rows = useStarted(openRows)
let kit: TestPasskeys
beforeEach(async () => {
  kit = await openPasskeys(rows)
})

const refused = (code: string) => expect.objectContaining({ code })

describe('adding a passkey', () => {
  it('stores its public key, lists it without the key, and mails and logs it', async () => {
    const asha = await kit.verified()
    const options = await kit.begin(asha)
    expect(options).toMatchObject({
      rp: { id: 'chat.example', name: 'Rapport' },
      user: { name: asha.userName },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const device = createAuthenticator(ORIGIN)
    const added = await kit.add(asha, device.create(options))
    expect(added).toEqual({
      id: expect.any(String),
      name: 'My phone',
      created: kit.at(),
      lastUsed: null,
      synchronized: false,
    })
    expect(await kit.passkeys.list(asha.member)).toEqual([added])
    expect(kit.mailed('passkeyAdded')).toMatchObject({ email: asha.userName, name: 'My phone' })
    expect(kit.securityEvents).toEqual([{ event: 'authn_passkey_added', userId: asha.id, network: ADDRESS }])
    const next = await kit.begin(asha)
    expect(next.excludeCredentials).toMatchObject([{ id: device.id }])
  })

  // covers: beyond-passkeys-owner
  it('needs a verified address, the password, and a fresh code where two-step login is on', async () => {
    const stranger = await kit.join()
    await expect(kit.passkeys.begin(stranger.member, PASSWORD, ADDRESS)).rejects.toEqual(
      refused('EMAIL_NOT_VERIFIED'),
    )
    const asha = await kit.verified()
    await expect(kit.passkeys.begin(asha.member, 'Another-2026', ADDRESS)).rejects.toEqual(refused('INVALID'))
    expect(kit.securityEvents).toMatchObject([{ event: 'authn_password_check_fail', reason: 'passkey' }])
    const { secret } = await kit.accounts.secondFactor.begin(asha.member, PASSWORD, ADDRESS)
    await kit.accounts.secondFactor.confirm(asha.member, codeAt(secret, kit.clock.now()), ADDRESS)
    kit.clock.advance(11 * MINUTE)
    await expect(kit.begin(asha)).rejects.toEqual(refused('FRESH_FACTOR_REQUIRED'))
    await kit.accounts.secondFactor.prove(asha.member, codeAt(secret, kit.clock.now()), ADDRESS)
    await expect(kit.begin(asha)).resolves.toHaveProperty('challenge')
  })

  // covers: beyond-passkeys-guards
  it.each<[string, Lie]>([
    ['from a page of another origin', { origin: 'https://chat.example.evil' }],
    ['for another domain', { rpId: 'evil.example' }],
    ['without a check of the member', { isVerified: false }],
    ['of another ceremony', { type: 'webauthn.get' }],
    ['to a challenge that this server did not issue', { challenge: 'A'.repeat(72) }],
    ['without a challenge', { challenge: '' }],
  ])('refuses an answer %s', async (_, lie) => {
    const asha = await kit.verified()
    const attestation = createAuthenticator(ORIGIN).create(await kit.begin(asha), lie)
    await expect(kit.add(asha, attestation)).rejects.toEqual(refused('INVALID'))
    expect(await kit.passkeys.list(asha.member)).toEqual([])
    expect(kit.sent).toEqual([])
  })

  it('refuses a late answer, one of another session, and one that was used', async () => {
    const [asha, ben] = [await kit.verified(), await kit.verified()]
    const device = createAuthenticator(ORIGIN)
    const late = device.create(await kit.begin(asha))
    kit.clock.advance(10 * MINUTE)
    await expect(kit.add(asha, late)).rejects.toEqual(refused('INVALID'))
    const attestation = device.create(await kit.begin(asha))
    await expect(kit.add(ben, attestation)).rejects.toEqual(refused('INVALID'))
    const { id } = await kit.add(asha, attestation)
    await kit.passkeys.remove(asha.member, { id, password: PASSWORD }, ADDRESS)
    await expect(kit.add(asha, attestation)).rejects.toEqual(refused('INVALID'))
    expect(await kit.passkeys.list(asha.member)).toEqual([])
  })

  it('refuses a passkey that an account has already', async () => {
    const [asha, ben] = [await kit.verified(), await kit.verified()]
    const device = await kit.withPasskey(asha)
    await expect(kit.add(ben, device.create(await kit.begin(ben)))).rejects.toEqual(refused('CONFLICT'))
  })

  it('refuses an eleventh passkey, before and after the browser made it', async () => {
    const asha = await kit.verified()
    const options = await kit.begin(asha)
    for (let count = 0; count < 10; count += 1) {
      await kit.limits.forget('passwordCheckByAccount', asha.id)
      await kit.withPasskey(asha)
    }
    await expect(kit.add(asha, createAuthenticator(ORIGIN).create(options))).rejects.toEqual(
      refused('CONFLICT'),
    )
    await kit.limits.forget('passwordCheckByAccount', asha.id)
    await expect(kit.begin(asha)).rejects.toEqual(refused('CONFLICT'))
    expect(await kit.passkeys.list(asha.member)).toHaveLength(10)
  })
})

describe('own passkeys', () => {
  it('allow only their owner to rename and remove them, and a removal is mailed and logged', async () => {
    const [asha, ben] = [await kit.verified(), await kit.verified()]
    await kit.withPasskey(asha)
    const [{ id = '' } = {}] = await kit.passkeys.list(asha.member)
    kit.forgetRecords()
    const missing = refused('NOT_FOUND')
    await expect(kit.passkeys.rename(ben.member, { id, name: 'Mine' })).rejects.toEqual(missing)
    await expect(kit.passkeys.remove(ben.member, { id, password: PASSWORD }, ADDRESS)).rejects.toEqual(
      missing,
    )
    await kit.passkeys.rename(asha.member, { id, name: 'Laptop' })
    expect(await kit.passkeys.list(asha.member)).toMatchObject([{ name: 'Laptop' }])
    const wrong = { id, password: 'Another-2026' }
    await expect(kit.passkeys.remove(asha.member, wrong, ADDRESS)).rejects.toEqual(refused('INVALID'))
    kit.forgetRecords()
    await kit.passkeys.remove(asha.member, { id, password: PASSWORD }, ADDRESS)
    expect(await kit.passkeys.list(asha.member)).toEqual([])
    expect(kit.mailed('passkeyRemoved')).toMatchObject({ email: asha.userName, name: 'Laptop' })
    expect(kit.securityEvents).toEqual([
      { event: 'authn_passkey_removed', userId: asha.id, network: ADDRESS, reason: 'owner' },
    ])
  })

  // covers: beyond-passkeys-reset
  it('end with a password reset, and the owner gets a mail', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    await kit.accounts.passwordReset.request({ user: asha.userName, origin: ORIGIN }, ADDRESS)
    const { token } = await expect
      .poll(() => kit.sent.some(([name]) => name === 'passwordReset') && kit.mailed('passwordReset'))
      .toBeTruthy()
      .then(() => kit.mailed('passwordReset'))
    await kit.accounts.passwordReset.finish({ token, newPassword: 'Other-Monsoon-2026' }, ADDRESS)
    expect(kit.mailed('passkeysRemoved')).toMatchObject({ email: asha.userName })
    expect(kit.securityEvents).toContainEqual(
      expect.objectContaining({ event: 'authn_passkey_removed', reason: 'password_changed' }),
    )
    await expect(kit.logIn(device)).rejects.toEqual(refused('UNAUTHENTICATED'))
  })
  // covers: beyond-passkeys-reset
  it('end when the operator resets the second factor', async () => {
    const asha = await kit.verified()
    const device = await kit.withPasskey(asha)
    await resetFactor(rows.database, { email: asha.userName, reason: 'The phone is lost' })
    await expect(kit.logIn(device)).rejects.toEqual(refused('UNAUTHENTICATED'))
  })
})
