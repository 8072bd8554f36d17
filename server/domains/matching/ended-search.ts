/** A search that ended. It is kept until it is counted (`waits/count-searches.ts`). */
export interface EndedSearch {
  /** Its place in the order of ends: an id of a Redis stream. */
  place: string
  userId: string
  /** Folded, as in a ticket. */
  interests: readonly string[]
  began: number
  /** When the last poll of the two, or of the member who left, arrived. */
  ended: number
  /**
   * Whether it found a partner. Otherwise the member cancelled, was gone, began a chat in another way, or changed their interests:
   * what follows is not recorded, because it says nothing about either list of interests.
   */
  found: boolean
}

/** How many ended searches are kept at most while no node counts them. */
export const ENDED_KEPT = 200_000
