import type { User } from '#schema/account.ts'
import { GENDER_OF_FILTER } from '#schema/enums.ts'
import type { Position } from '#schema/location.ts'
import type { ProfileUpdate, ProfileVisit, RecordedVisit } from '#schema/profile.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from './account-context.ts'
import type { Member, SessionOrigin } from './member.ts'
import { moveMember } from './move-member.ts'
import { presentUser } from './present-user.ts'
import { recordVisit } from './record-visit.ts'
import { refuseAdvertisingName } from './refuse-advertising-name.ts'

export interface Profiles {
  /** Returns the member's own profile. A given position is stored first, within the limits of moves. */
  read(userId: string, position: Position | null): Promise<User>
  /**
   * Changes the member's own profile. Without premium, given premium choices are stored as off (spec §5). What is left out
   * stays as it is.
   * @throws ApiError FORBIDDEN for another member's id; INVALID
   */
  update(member: Member, input: ProfileUpdate): Promise<User>
  /** @throws ApiError NOT_FOUND unless the profile is the member's own or that of a partner */
  recordVisit(member: Member, input: ProfileVisit, origin: SessionOrigin): Promise<RecordedVisit>
}

type Deps = Pick<AccountDeps, 'database' | 'clock' | 'events' | 'limits' | 'geocoder' | 'cells'>

export const createProfiles = (deps: Deps): Profiles => ({
  read: (userId, position) => readProfile(deps, userId, position),
  update: (member, input) => updateProfile(deps, member, input),
  recordVisit: (member, input, origin) => recordVisit(deps, member, input, origin),
})

async function readProfile(deps: Deps, userId: string, position: Position | null): Promise<User> {
  const { database, clock, limits } = deps
  await limits.consume('sessionByAccount', userId)
  const row = await database.prisma.user.findUnique({ where: { id: userId } })
  if (!row) throw new ApiError('NOT_FOUND', text('We cannot find this account.'))
  const current = position ? await moveMember(deps, row, position) : row
  return presentUser(current, clock.now())
}

async function updateProfile(
  { database: { prisma }, clock, events, limits }: Deps,
  member: Member,
  { id, nearBy, filterByGender, language, languages, ...profile }: ProfileUpdate,
): Promise<User> {
  if (id !== member.id) throw new ApiError('FORBIDDEN', text('You can only change your own profile.'))
  await limits.consume('profileByAccount', member.id)
  refuseAdvertisingName(profile.displayName)
  const row = await prisma.user.update({
    where: { id },
    data: {
      ...profile,
      ...(languages && { languages }),
      ...(language ? { language } : {}),
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
