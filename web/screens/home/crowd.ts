/** A person in the home screen's picture. Those with a common interest are in the overlap. Values in per cent. */
export interface Place {
  left: number
  top: number
  common: boolean
}

const COMMON: readonly (readonly [number, number])[] = [
  [51.5, 70.5],
  [51.7, 53.9],
  [48.5, 38.5],
  [44.3, 47.9],
  [53, 27.1],
  [59.3, 61],
  [52.9, 81.3],
  [52.8, 62],
  [45.4, 23.3],
  [48.2, 15.3],
  [39.6, 58.3],
  [37.1, 41.5],
  [58.8, 29.6],
  [45.2, 64],
  [43.3, 77.9],
  [41, 31.5],
  [53.5, 43],
  [61, 45.5],
]
const OTHERS: readonly (readonly [number, number])[] = [
  [56.5, 93.8],
  [89.1, 19.2],
  [83.1, 22.9],
  [80.7, 45.9],
  [70.1, 19.2],
  [69.4, 27.4],
  [90.8, 70.5],
  [65.4, 19.6],
  [60, 86.1],
  [84, 39.6],
  [72.9, 94.5],
  [93.7, 62.5],
  [81.3, 15.9],
  [79, 60.5],
  [67.8, 8.1],
  [97.1, 49.9],
  [90.8, 78.4],
  [65.9, 81.6],
  [86.3, 63.3],
  [76.5, 86.3],
  [73.5, 10.3],
  [76.2, 26.9],
  [71.7, 74.4],
  [84.1, 70.3],
  [66.2, 73.1],
  [76.5, 66.2],
  [79.3, 35.1],
  [87.6, 82.4],
  [95.3, 38.6],
  [70.7, 57.2],
  [61.4, 8.5],
  [68.8, 41.9],
]

/** Returns the people of the picture, with as many in the overlap as share an interest, up to the number of places. */
export function crowd(withCommonInterest: number): Place[] {
  const placeIn =
    (common: boolean) =>
    ([left, top]: readonly [number, number]) => ({ left, top, common })
  return [...COMMON.slice(0, withCommonInterest).map(placeIn(true)), ...OTHERS.map(placeIn(false))]
}
