import type { Position } from '#schema/location.ts'
import { placeColumns } from '#server/domains/nearby/index.ts'
import type { Prisma } from '#server/platform/postgres/index.ts'
import type { AccountContext } from './account-context.ts'

type Context = Pick<AccountContext, 'database' | 'limits' | 'geocoder' | 'cells'>
type UserRow = Prisma.UserGetPayload<object>

/**
 * Stores the member's position, rounded, and returns their row. A position in another cell of People Nearby is a move.
 * Beyond the limits of moves the stored position stays, so a member cannot look around from everywhere.
 */
export async function moveMember(context: Context, row: UserRow, position: Position): Promise<UserRow> {
  const place = await placeColumns(context, row.id, position)
  if (!place || isStored(place, row)) return row
  if (isMove(context, row, place) && !(await mayMove(context, row.id))) return row
  return context.database.prisma.user.update({ where: { id: row.id }, data: place })
}

type Coordinates = Pick<UserRow, 'latitude' | 'longitude' | 'shownLatitude' | 'shownLongitude'>

const isStored = (place: Coordinates, row: Coordinates) =>
  (['latitude', 'longitude', 'shownLatitude', 'shownLongitude'] as const).every(
    (name) => place[name] === row[name],
  )

function isMove(
  { cells }: Pick<Context, 'cells'>,
  { id, latitude, longitude }: UserRow,
  place: { latitude: number; longitude: number },
): boolean {
  if (latitude === null || longitude === null) return false
  const [from, to] = [{ latitude, longitude }, place].map((at) => cells.middleOf(id, at))
  return from?.latitude !== to?.latitude || from?.longitude !== to?.longitude
}

const mayMove = async ({ limits }: Pick<Context, 'limits'>, id: string) =>
  (await limits.tryConsume('moveByAccount', id)) && limits.tryConsume('moveByAccountADay', id)
