import { beforeEach, expect, it, vi } from 'vitest'
import { ADDRESS, ORIGIN, openAccounts, type TestAccounts } from '../../kit/accounts.ts'
import { openRows } from '../../kit/rows.ts'
import { useStarted } from '../../kit/use-started.ts'

// Each answer takes at least a quarter of a second.
vi.mock('#server/domains/accounts/minimum-response-time.ts', () => ({
  withMinimumResponseTime: (work: () => unknown) => work(),
}))

const rows = useStarted(openRows)
let kit: TestAccounts
beforeEach(async () => {
  kit = await openAccounts(rows)
})

it('a session is refused when its account was just deleted, and other sessions stay valid', async () => {
  const [asha, ben] = [await kit.join(), await kit.join()]
  kit.clock.advance(1_001)
  await kit.removeBetweenStatements(asha.id)
  const found = await Promise.all([asha, ben].map(({ token }) => kit.accounts.memberOf(token)))
  expect(found).toMatchObject([null, { id: ben.id }])
  expect(await kit.accounts.sessionStatusOf(asha.member.sessionKey)).toBe('logged out')
})

it('a verification link and a removal link are refused when their account was just deleted', async () => {
  const { id, userName } = await kit.join()
  const { code } = kit.mailed('verification')
  await kit.removeBetweenStatements(id)
  const { registrationRemoval } = kit.accounts
  expect(await kit.accounts.verifyEmail(code, userName, ADDRESS)).toMatchObject({ success: false })
  expect(await registrationRemoval.isPossible(code, userName, ADDRESS)).toBe(false)
  expect(await registrationRemoval.remove(code, userName, ADDRESS)).toMatchObject({ success: false })
})

it('a reset link is refused when its account was just deleted', async () => {
  const { id, userName } = await kit.join()
  await kit.accounts.passwordReset.request({ user: userName, origin: ORIGIN }, ADDRESS)
  const { token } = kit.mailed('passwordReset')
  await kit.removeBetweenStatements(id)
  await expect(
    kit.accounts.passwordReset.finish({ token, newPassword: 'Quiet-Harbour-7' }, ADDRESS),
  ).rejects.toMatchObject({ code: 'INVALID' })
})
