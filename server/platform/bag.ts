/**
 * An unordered collection of what is added and removed with every request, where a `Set` would keep dead objects in memory
 * (decision 48).
 */
export interface Bag<Item extends object> {
  /** Returns a function that removes the item. Call it once. */
  add(item: Item): () => void
  items(): Item[]
}

export function createBag<Item extends object>(): Bag<Item> {
  const places: (Item | null)[] = []
  const free: number[] = []
  return {
    add(item) {
      const place = free.pop() ?? places.length
      places[place] = item
      return () => {
        places[place] = null
        free.push(place)
      }
    },
    items: () => places.filter((item) => item !== null),
  }
}
