interface Node {
  userId: string
  since: number
  previous: Node | null
  next: Node | null
}

/** Members by the time since when they wait, with removal from the middle at no cost. */
export interface Queue {
  /** Adds a member behind all who wait since then or earlier. */
  add(userId: string, since: number): void
  remove(userId: string): void
  /** The members at these places, the longest waiting first. */
  slice(from: number, count: number): string[]
  readonly empty: boolean
}

export function createQueue(): Queue {
  const nodes = new Map<string, Node>()
  let first: Node | null = null
  let last: Node | null = null
  return {
    add(userId, since) {
      // Nearly always the last one: only a ticket that is put back waits since an earlier time.
      let before = last
      while (before && before.since > since) before = before.previous
      const node: Node = { userId, since, previous: before, next: before ? before.next : first }
      if (before) before.next = node
      else first = node
      if (node.next) node.next.previous = node
      else last = node
      nodes.set(userId, node)
    },
    remove(userId) {
      const node = nodes.get(userId)
      if (!node) return
      nodes.delete(userId)
      if (node.previous) node.previous.next = node.next
      else first = node.next
      if (node.next) node.next.previous = node.previous
      else last = node.previous
    },
    slice(from, count) {
      const found: string[] = []
      let node = first
      for (let place = 0; node && place < from; place += 1) node = node.next
      for (; node && found.length < count; node = node.next) found.push(node.userId)
      return found
    },
    get empty() {
      return first === null
    },
  }
}
