import type { User } from '#schema/account.ts'
import { GENDER_OF_FILTER } from '#schema/enums.ts'
import type { Position } from '#schema/location.ts'
import type { ProfileUpdate, ProfileVisit, RecordedVisit } from '#schema/profile.ts'
import { placeColumns } from '#server/domains/nearby/index.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { AccountDeps } from './account-deps.ts'
import type { Member, SessionOrigin } from './member.ts'
import { presentUser } from './present-user.ts'
import { recordVisit } from './record-visit.ts'
import { refuseAdvertisingName } from './refuse-advertising-name.ts'

export interface Profiles {
  /** Returns the member's own profile. A given position is stored first. */
  read(userId: string, position: Position | null): Promise<User>
  /**
   * Changes the member's own profile. Without premium, premium choices are reset (spec §5).
   * @throws ApiError FORBIDDEN for another member's id; INVALID
   */
  update(member: Member, input: ProfileUpdate): Promise<User>
  /** @throws ApiError NOT_FOUND unless the profile is the member's own or that of a partner */
  recordVisit(member: Member, input: ProfileVisit, origin: SessionOrigin): Promise<RecordedVisit>
}

type Deps = Pick<AccountDeps, 'database' | 'clock' | 'events' | 'limits' | 'geocoder'>

export const createProfiles = (deps: Deps): Profiles => ({
  read: (userId, position) => readProfile(deps, userId, position),
  update: (member, input) => updateProfile(deps, member, input),
  recordVisit: (member, input, origin) => recordVisit(deps, member, input, origin),
})

async function readProfile(
  { database: { prisma }, clock, limits, geocoder }: Deps,
  userId: string,
  position: Position | null,
): Promise<User> {
  await limits.consume('sessionByAccount', userId)
  const row = await prisma.user.findUnique({ where: { id: userId } })
  if (!row) throw new ApiError('NOT_FOUND', 'We cannot find this account.')
  const place = position && (await placeColumns(geocoder, position))
  const moved = place && (place.latitude !== row.latitude || place.longitude !== row.longitude)
  const current = moved ? await prisma.user.update({ where: { id: userId }, data: place }) : row
  return presentUser(current, clock.now())
}

async function updateProfile(
  { database: { prisma }, clock, events, limits }: Deps,
  member: Member,
  { id, nearBy, filterByGender, language, ...profile }: ProfileUpdate,
): Promise<User> {
  if (id !== member.id) throw new ApiError('FORBIDDEN', 'You can only change your own profile.')
  await limits.consume('profileByAccount', member.id)
  refuseAdvertisingName(profile.displayName)
  const row = await prisma.user.update({
    where: { id },
    data: {
      ...profile,
      ...(language ? { language } : {}),
      nearBy: member.premium && nearBy,
      filterByGender: member.premium && filterByGender ? GENDER_OF_FILTER[filterByGender] : null,
    },
  })
  const { displayName, interests } = row
  await events.emit('userChanged', { userId: id })
  await events.emit('interestsChanged', { userId: id, interests })
  await events.emit('profileWritten', { userId: id, displayName, interests })
  return presentUser(row, clock.now())
}
