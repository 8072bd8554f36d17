import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'

/** Whether a session may use staff features. `NOT_NEEDED` for members, and while staff need no second factor. */
export type StaffFactor = 'NOT_NEEDED' | 'PROVEN' | 'PROOF_REQUIRED' | 'ENROLMENT_REQUIRED'

export function staffFactorOf(
  isStaff: boolean,
  confirmedAt: Date | null | undefined,
  factorAt: Date | null,
): StaffFactor {
  if (!isStaff) return 'NOT_NEEDED'
  if (!confirmedAt) return 'ENROLMENT_REQUIRED'
  return factorAt && factorAt >= confirmedAt ? 'PROVEN' : 'PROOF_REQUIRED'
}

export const hasStaffFactor = ({ staffFactor }: { staffFactor: StaffFactor }) =>
  staffFactor === 'NOT_NEEDED' || staffFactor === 'PROVEN'

/** Returns the error for a session that may not use staff features; null for one that may. */
export function staffFactorRefusal(staffFactor: StaffFactor): ApiError | null {
  if (staffFactor === 'ENROLMENT_REQUIRED')
    return new ApiError(
      'SECOND_FACTOR_ENROLMENT_REQUIRED',
      text('Set up two-step login first. Moderators and administrators need it.'),
    )
  if (staffFactor === 'PROOF_REQUIRED')
    return new ApiError('SECOND_FACTOR_REQUIRED', text('Enter the code from your authenticator app.'), {
      status: 403,
    })
  return null
}
