import type { User } from '#schema/account.ts'
import { GENDER_OF_FILTER } from '#schema/enums.ts'
import type { Position } from '#schema/location.ts'
import type { ProfileUpdate } from '#schema/profile.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import { withoutUndefined } from '#server/platform/without-undefined.ts'
import type { AccountContext } from './account-context.ts'
import type { Member } from './member.ts'
import { moveMember } from './move-member.ts'
import { presentUser } from './present-user.ts'
import { refuseAdvertisingName } from './refuse-advertising-name.ts'

type Context = Pick<AccountContext, 'database' | 'clock' | 'events' | 'limits' | 'geocoder' | 'cells'>

/**
 * Returns the member's own profile. A given position is stored first, within the limits of moves.
 * @throws ApiError NOT_FOUND, RATE_LIMITED
 */
export async function readProfile(
  context: Context,
  userId: string,
  position: Position | null,
): Promise<User> {
  const { database, clock, limits } = context
  await limits.consume('sessionByAccount', userId)
  const row = await database.prisma.user.findUnique({ where: { id: userId } })
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this account.'))
  const current = position ? await moveMember(context, row, position) : row
  return presentUser(current, clock.now())
}

/**
 * Changes the member's own profile. Without premium, given premium choices are stored as off (spec §5). What is left out
 * stays as it is. @throws ApiError FORBIDDEN for another member's id; INVALID; RATE_LIMITED
 */
export async function updateProfile(
  { database: { prisma }, clock, events, limits }: Context,
  member: Member,
  { id, nearBy, filterByGender, ...profile }: ProfileUpdate,
): Promise<User> {
  if (id !== member.id) throw new ApiError('FORBIDDEN', text('You can only change your own profile.'))
  await limits.consume('profileByAccount', member.id)
  refuseAdvertisingName(profile.displayName)
  const row = await prisma.user.update({
    where: { id },
    data: {
      ...withoutUndefined(profile),
      ...(nearBy !== undefined && { nearBy: member.premium && nearBy }),
      ...(filterByGender !== undefined && {
        filterByGender: member.premium && filterByGender ? GENDER_OF_FILTER[filterByGender] : null,
      }),
    },
  })
  const { displayName, interests } = row
  await events.emit('userChanged', { userId: id })
  await events.emit('interestsChanged', { userId: id, interests })
  await events.emit('profileWritten', { userId: id, displayName, interests })
  return presentUser(row, clock.now())
}
