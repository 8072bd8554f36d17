/**
 * Collects the items that arrive while the previous batch is written. Many single changes then cost few statements, and a
 * lone change does not wait.
 *
 * @returns a function that resolves once its item is written, and rejects when its batch fails
 */
export function createBatch<Item>(write: (items: Item[]) => Promise<unknown>): (item: Item) => Promise<void> {
  let gathered: Item[] = []
  let next: Promise<void> | null = null
  let last: Promise<unknown> = Promise.resolve()

  return (item) => {
    gathered.push(item)
    next ??= last.then(async () => {
      const items = gathered
      gathered = []
      next = null
      await write(items)
    })
    last = next.catch(() => undefined)
    return next
  }
}
