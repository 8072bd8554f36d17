export interface Batch<Item> {
  /** Resolves once the item is written. @throws what its batch throws */
  add(item: Item): Promise<void>
  /** Resolves once every item that was added before is written or has failed. */
  settled(): Promise<void>
}

/**
 * Collects the items that arrive while the previous batch is written. Many single changes then cost few statements, and a
 * lone change does not wait.
 */
export function createBatch<Item>(write: (items: Item[]) => Promise<unknown>): Batch<Item> {
  let gathered: Item[] = []
  let next: Promise<void> | null = null
  let last: Promise<unknown> = Promise.resolve()

  return {
    add(item) {
      gathered.push(item)
      next ??= last.then(async () => {
        const items = gathered
        gathered = []
        next = null
        await write(items)
      })
      last = next.catch(() => undefined)
      return next
    },
    async settled() {
      await last
    },
  }
}
