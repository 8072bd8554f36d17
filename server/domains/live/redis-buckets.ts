import slotOf from 'cluster-key-slot'

/** The keys that one script may use together. On one server these are all, in a cluster those of one slot. */
export interface Bucket {
  readonly prefix: string
  /** The slot of a cluster; null on one server. */
  readonly slot: number | null
}

/** How the logs of members are spread. */
export interface Buckets {
  readonly all: readonly Bucket[]
  /** Returns the bucket of a member or of an event's key. */
  of(id: string): Bucket
  /** Returns the members of each bucket. */
  group(userIds: readonly string[]): [Bucket, readonly string[]][]
}

/** One server needs no buckets. */
export function oneBucket(prefix: string): Buckets {
  const bucket = { prefix, slot: null }
  return { all: [bucket], of: () => bucket, group: (userIds) => [[bucket, userIds]] }
}

const SLOTS = 16_384
/** How many there are in a cluster. The number is part of every key: all nodes must agree on it. */
export const CLUSTER_BUCKETS = 64

/**
 * Spreads members over 64 buckets, whose slots are spread evenly over the cluster. The tag of a bucket is the smallest
 * number with a slot in its 64th part of the slots.
 */
export function clusterBuckets(prefix: string): Buckets {
  const width = SLOTS / CLUSTER_BUCKETS
  const found = new Map<number, Bucket>()
  for (let tag = 0; found.size < CLUSTER_BUCKETS; tag += 1) {
    const slot = slotOf(String(tag))
    const part = Math.floor(slot / width)
    if (!found.has(part)) found.set(part, { prefix: `${prefix}{${tag}}:`, slot })
  }
  const all = [...found].sort(([a], [b]) => a - b).map(([, bucket]) => bucket)
  const first = all[0]
  if (!first) throw new Error('a cluster has buckets')
  const of = (id: string) => all[slotOf(id) % CLUSTER_BUCKETS] ?? first
  return { all, of, group: (userIds) => [...Map.groupBy(userIds, of)] }
}
