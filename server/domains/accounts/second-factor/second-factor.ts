import type { FactorChange } from '#schema/second-factor.ts'
import type { Member } from '../member.ts'
import { renewRecoveryCodes, switchOff } from './change-factor.ts'
import { beginEnrolment, confirmEnrolment } from './enrol.ts'
import { atAddress, type FactorContext } from './factor-context.ts'
import { assertFreshFactor, proveFactor } from './prove-factor.ts'

export interface FactorState {
  /** Null while two-step login is off. */
  since: Date | null
  recoveryCodesLeft: number
  /** Whether this session may use staff features, and what it lacks otherwise. */
  staff: Member['staffFactor']
}

export type SecondFactor = ReturnType<typeof createSecondFactor>

/** Creates two-step login: an authenticator app, and recovery codes in case it is lost. */
export const createSecondFactor = (context: FactorContext) => ({
  read: (member: Member) => readFactor(context, member),
  begin: (member: Member, password: string, address: string) =>
    beginEnrolment(atAddress(context, address), member, password),
  confirm: (member: Member, code: string, address: string) =>
    confirmEnrolment(atAddress(context, address), member, code),
  prove: (member: Member, code: string, address: string) =>
    proveFactor(atAddress(context, address), member, code),
  assertFresh: (member: Member) => assertFreshFactor(context, member),
  switchOff: (member: Member, proof: FactorChange, address: string) =>
    switchOff(atAddress(context, address), member, proof),
  renewRecoveryCodes: (member: Member, proof: FactorChange, address: string) =>
    renewRecoveryCodes(atAddress(context, address), member, proof),
})

/** Returns whether two-step login is on, and what this session lacks. @throws ApiError RATE_LIMITED */
async function readFactor(
  { database: { prisma }, limits }: FactorContext,
  { id: userId, staffFactor }: Member,
): Promise<FactorState> {
  await limits.consume('privacyByAccount', userId)
  const [factor, recoveryCodesLeft] = await Promise.all([
    prisma.secondFactor.findUnique({ where: { userId } }),
    prisma.recoveryCode.count({ where: { userId, usedAt: null } }),
  ])
  return { since: factor?.confirmedAt ?? null, recoveryCodesLeft, staff: staffFactor }
}
