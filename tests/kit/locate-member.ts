/** An attack on People Nearby: finds where members are by moving the attacker's own position. */

export interface At {
  latitude: number
  longitude: number
}

const KM_A_DEGREE = 111.32
const REACH_KM = 50

/** In kilometres on the ground, for short distances. */
export function kilometresBetween(one: At, other: At): number {
  const narrowing = Math.cos((one.latitude * Math.PI) / 180)
  return (
    Math.hypot(one.latitude - other.latitude, (one.longitude - other.longitude) * narrowing) * KM_A_DEGREE
  )
}

/** Returns the position a few kilometres east and north of another. */
export const shifted = ({ latitude, longitude }: At, east: number, north: number): At => ({
  latitude: latitude + north / KM_A_DEGREE,
  longitude: longitude + east / KM_A_DEGREE / Math.cos((latitude * Math.PI) / 180),
})

/** Positions in a spiral around a place, up to a distance in kilometres. */
export const spiral = (around: At, count: number, reach: number): At[] =>
  Array.from({ length: count }, (_, turn) => {
    const distance = reach * Math.sqrt((turn + 0.5) / count)
    return shifted(around, distance * Math.cos(turn * 2.4), distance * Math.sin(turn * 2.4))
  })

/** What one list showed: the ids in their order, seen from a position. */
export interface Sight {
  from: At
  ids: readonly string[]
}

/** Accounts of the attacker, whose positions are therefore known. */
export type Decoys = ReadonlyMap<string, At>

/**
 * Returns where a member most probably is: the middle of all positions that explain the most of what the lists showed,
 * if they show everyone within 50 km and the nearest first.
 */
export function locate(target: string, sights: readonly Sight[], decoys: Decoys, around: At): At {
  const observed = sights.map(({ from, ids }) => {
    const place = ids.indexOf(target)
    const ranked = [...decoys].flatMap(([id, at]) => {
      const other = ids.indexOf(id)
      return place < 0 || other < 0 ? [] : [{ isBefore: place < other, than: kilometresBetween(from, at) }]
    })
    return { from, isShown: place >= 0, ranked }
  })
  const scoreOf = (candidate: At) =>
    observed.reduce((sum, { from, isShown, ranked }) => {
      const distance = kilometresBetween(from, candidate)
      const agreed = ranked.filter(({ isBefore, than }) => distance < than === isBefore).length
      // Being shown at all says as much as the order among all decoys.
      return sum + (distance <= REACH_KM === isShown ? decoys.size : 0) + agreed
    }, 0)
  let best: At[] = []
  let highest = -1
  for (let east = -40; east <= 40; east += 1)
    for (let north = -40; north <= 40; north += 1) {
      const candidate = shifted(around, east, north)
      const score = scoreOf(candidate)
      if (score > highest) best = []
      if (score >= highest) best.push(candidate)
      highest = Math.max(highest, score)
    }
  const mean = (of: (at: At) => number) => best.reduce((sum, at) => sum + of(at), 0) / best.length
  return { latitude: mean(({ latitude }) => latitude), longitude: mean(({ longitude }) => longitude) }
}

export const medianOf = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
