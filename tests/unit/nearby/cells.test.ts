import { describe, expect, it } from 'vitest'
import { createCells } from '#server/domains/nearby/cells.ts'
import { coarse } from '#server/domains/nearby/index.ts'

const cells = createCells(Buffer.alloc(32, 7))
const others = createCells(Buffer.alloc(32, 8))
const PUNE = { latitude: 18.52, longitude: 73.86 }

type At = { latitude: number; longitude: number }

/** In kilometres, on the ground. */
function distance(one: At, other: At): number {
  const turned = ((one.longitude - other.longitude + 540) % 360) - 180
  const narrowing = Math.cos((((one.latitude + other.latitude) / 2) * Math.PI) / 180)
  return Math.hypot(one.latitude - other.latitude, turned * narrowing) * 111.32
}

/** Positions on a way of 200 steps. */
const wayFrom = ({ latitude, longitude }: At) =>
  Array.from({ length: 200 }, (_, step) => ({
    latitude: latitude + step * 0.0031,
    longitude: ((longitude + step * 0.0047 + 540) % 360) - 180,
  }))

describe('the place where others find a member', () => {
  // covers: design-location-not-exact
  it.each([0, 18.5, -33.9, 52.5, 64.1, 70])(
    'lies 5 to 19 kilometres away from the member, at %d° of latitude',
    (latitude) => {
      const away = wayFrom({ latitude, longitude: 179.6 }).flatMap((at) =>
        ['asha', 'ben', 'chitra'].map((id) => distance(cells.shownPlaceOf(id, coarse(at)), at)),
      )
      expect(Math.min(...away)).toBeGreaterThan(5)
      expect(Math.max(...away)).toBeLessThan(19)
    },
  )

  it('stays the same while the member moves within a cell of eight kilometres', () => {
    const shown = wayFrom(PUNE).map((at) => JSON.stringify(cells.shownPlaceOf('asha', at)))
    // The way is 120 km long, so it passes through about 20 cells and the corners between them.
    expect(new Set(shown).size).toBeGreaterThan(10)
    expect(new Set(shown).size).toBeLessThan(35)
    const middle = cells.middleOf('asha', PUNE)
    const around = wayFrom(middle)
      .slice(0, 6)
      .map((at) => cells.shownPlaceOf('asha', at))
    for (const place of around) expect(place).toEqual(cells.shownPlaceOf('asha', middle))
  })

  it('differs between members at one position, and cannot be computed without the secret', () => {
    const [asha, ben] = ['asha', 'ben'].map((id) => cells.shownPlaceOf(id, PUNE))
    expect(asha).not.toEqual(ben)
    expect(others.shownPlaceOf('asha', PUNE)).not.toEqual(asha)
  })

  it('lies in another direction from each cell, so one known place does not reveal the next', () => {
    const directions = wayFrom(PUNE).map((at) => {
      const [middle, shown] = [cells.middleOf('asha', at), cells.shownPlaceOf('asha', at)]
      return Math.round(Math.atan2(shown.latitude - middle.latitude, shown.longitude - middle.longitude))
    })
    expect(new Set(directions).size).toBeGreaterThan(4)
  })

  it.each([
    [90, 0],
    [-90, -180],
    [89.99, 180],
    [0, 180],
    [0, -180],
  ])('stays on the map for the latitude %d and the longitude %d', (latitude, longitude) => {
    for (const place of [
      cells.shownPlaceOf('asha', { latitude, longitude }),
      cells.middleOf('asha', { latitude, longitude }),
    ]) {
      expect(Math.abs(place.latitude)).toBeLessThanOrEqual(90)
      expect(place.longitude).toBeGreaterThanOrEqual(-180)
      expect(place.longitude).toBeLessThan(180)
    }
  })
})

describe('the middle of a cell', () => {
  it('lies less than six kilometres away from every position in it', () => {
    const away = wayFrom(PUNE).map((at) => distance(cells.middleOf('asha', at), at))
    expect(Math.max(...away)).toBeLessThan(6)
  })
})
