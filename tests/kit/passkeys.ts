import type { PasskeyAttestation } from '#schema/passkeys.ts'
import { ADDRESS, CALLER, memberOf, ORIGIN, openAccounts } from './accounts.ts'
import { type Authenticator, createAuthenticator, type Lie } from './authenticator.ts'
import type { Rows } from './rows.ts'

export const PASSWORD = 'Monsoon-2026'

/** Opens the accounts domain with members who have passkeys, without a server. */
export async function openPasskeys(rows: Rows) {
  const kit = await openAccounts(rows)
  const { prisma } = rows.database
  const { passkeys } = kit.accounts

  /** A member with a verified address. */
  async function verified(changes: Parameters<typeof prisma.user.update>[0]['data'] = {}) {
    const asha = await kit.join()
    await prisma.user.update({ where: { id: asha.id }, data: { emailVerified: true, ...changes } })
    kit.accounts.forgetSessionsOf(asha.id)
    kit.forgetRecords()
    return { ...asha, member: await memberOf(kit.accounts, asha.token) }
  }
  type Joined = Pick<Awaited<ReturnType<typeof verified>>, 'member'>

  const begin = ({ member }: Joined) => passkeys.begin(member, PASSWORD, ADDRESS)
  const add = ({ member }: Joined, attestation: PasskeyAttestation, name = 'My phone') =>
    passkeys.add(member, { attestation, name }, ADDRESS)
  const request = () => passkeys.request(ADDRESS)

  return {
    ...kit,
    prisma,
    passkeys,
    verified,
    begin,
    add,
    request,
    /** Adds a passkey to the account, and returns the device. */
    async withPasskey(asha: Joined): Promise<Authenticator> {
      const device = createAuthenticator(ORIGIN)
      await add(asha, device.create(await begin(asha)))
      return device
    },
    logIn: async (device: Authenticator, lie: Lie = {}) =>
      passkeys.logIn(device.get(await request(), lie), CALLER),
  }
}

export type TestPasskeys = Awaited<ReturnType<typeof openPasskeys>>
