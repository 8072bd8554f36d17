import { createHmac } from 'node:crypto'
import { KM_A_DEGREE, narrowing } from './coordinates.ts'

/** In kilometres. */
const CELL = 8
/**
 * How far lists move a member away from the middle of their cell, in kilometres. A corner of the cell is 5.7 from its
 * middle and stored positions are rounded, so the shown place is always more than 5 from the member.
 */
const SHIFT = 12
const ROW_HEIGHT = CELL / KM_A_DEGREE

export interface Place {
  latitude: number
  longitude: number
}

/** Where People Nearby works with instead of positions: one place for each cell of 8 km. */
export interface Cells {
  /** Returns the middle of the cell: the place from which the member sees others. */
  middleOf(memberId: string, at: Place): Place
  /** Returns the place where others find the member. It is the same for every viewer, so more accounts learn no more. */
  shownPlaceOf(memberId: string, at: Place): Place
}

/** Every member has a grid of their own. Only the secret reveals where its lines are. */
export function createCells(secret: Buffer): Cells {
  /** Returns two numbers from 0 to 1 that look random without the secret. */
  function fractionsOf(text: string): [number, number] {
    const hash = createHmac('sha256', secret).update(text).digest()
    return [hash.readUInt32BE(0) / 2 ** 32, hash.readUInt32BE(4) / 2 ** 32]
  }

  function cellOf(memberId: string, at: Place) {
    const [north, east] = fractionsOf(memberId)
    const row = Math.floor(at.latitude / ROW_HEIGHT - north)
    const latitude = (row + north + 0.5) * ROW_HEIGHT
    const width = ROW_HEIGHT / narrowing(latitude)
    const column = Math.floor(at.longitude / width - east)
    return { row, column, latitude, longitude: (column + east + 0.5) * width }
  }

  return {
    middleOf(memberId, at) {
      const { latitude, longitude } = cellOf(memberId, at)
      return onEarth({ latitude, longitude })
    },
    shownPlaceOf(memberId, at) {
      const { row, column, latitude, longitude } = cellOf(memberId, at)
      const direction = fractionsOf(`${memberId} ${row} ${column}`)[0] * 2 * Math.PI
      return onEarth({
        latitude: latitude + (SHIFT * Math.sin(direction)) / KM_A_DEGREE,
        longitude: longitude + (SHIFT * Math.cos(direction)) / KM_A_DEGREE / narrowing(latitude),
      })
    },
  }
}

const onEarth = ({ latitude, longitude }: Place): Place => ({
  latitude: Math.max(-90, Math.min(90, latitude)),
  longitude: longitude - 360 * Math.floor((longitude + 180) / 360),
})
