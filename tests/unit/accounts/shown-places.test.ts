import { describe, expect, it } from 'vitest'
import { createShownPlaces } from '#server/domains/accounts/shown-places.ts'
import { createCells } from '#server/domains/nearby/index.ts'
import { openRows } from '../../kit/rows.ts'
import { testPlatform } from '../../kit/test-platform.ts'
import { useStarted } from '../../kit/use-started.ts'

const cells = createCells(Buffer.alloc(32))
const PUNE = { latitude: 18.52, longitude: 73.86 }

const rows = useStarted(openRows)

const open = () => createShownPlaces({ ...testPlatform({ database: rows.database }), cells })
const shownOf = async (id: string) => {
  const { shownLatitude, shownLongitude } = await rows.database.prisma.user.findUniqueOrThrow({
    where: { id },
  })
  return { latitude: shownLatitude, longitude: shownLongitude }
}

describe('the job that fills shown places', () => {
  // covers: design-position-of-earlier-versions
  it('places members whom an earlier version stored, and no others', async () => {
    const [earlier, placed, nowhere] = [
      await rows.member(PUNE),
      await rows.member({ ...PUNE, shownLatitude: 1, shownLongitude: 2 }),
      await rows.member(),
    ]
    const stopped = open()
    await stopped.stop()
    await stopped.fill()
    expect(await shownOf(earlier)).toEqual({ latitude: null, longitude: null })
    await open().fill()
    expect(await shownOf(earlier)).toEqual(cells.shownPlaceOf(earlier, PUNE))
    expect(await shownOf(placed)).toEqual({ latitude: 1, longitude: 2 })
    expect(await shownOf(nowhere)).toEqual({ latitude: null, longitude: null })
  })

  it('places more members than one statement changes', async () => {
    await rows.database.pool.query(
      `INSERT INTO "user" (id, user_name, password_hash, display_name, phone, interests, looking_for,
      latitude, longitude, gender, age)
     SELECT gen_random_uuid(), 'many-' || i || '@example.com', 'x', 'One of many', '+910000000000', '{Jazz}', '{Dating}', 1, 2, 'Male', 30
     FROM generate_series(1, 1001) i`,
    )
    await open().fill()
    expect(await rows.database.prisma.user.count({ where: { latitude: 1, shownLatitude: null } })).toBe(0)
  })
})
