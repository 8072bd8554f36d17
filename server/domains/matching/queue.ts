interface Node {
  userId: string
  previous: Node | null
  next: Node | null
}

/** First in, first out, with removal from the middle at no cost. */
export interface Queue {
  add(userId: string): void
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
    add(userId) {
      const node: Node = { userId, previous: last, next: null }
      if (last) last.next = node
      else first = node
      last = node
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
