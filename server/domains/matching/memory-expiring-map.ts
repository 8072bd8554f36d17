/** A map whose entries expire. All entries of a map live equally long, so the oldest stand at the front. */
export interface ExpiringMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
  delete(key: string): void
  /** Frees the memory of expired entries. */
  dropExpired(): void
}

export function createExpiringMap<Value>({
  lifetime,
  now,
}: {
  /** In milliseconds. */
  lifetime: number
  now(): number
}): ExpiringMap<Value> {
  const entries = new Map<string, { value: Value; until: number }>()
  return {
    get(key) {
      const found = entries.get(key)
      if (found && found.until > now()) return found.value
      entries.delete(key)
      return undefined
    },
    set(key, value) {
      entries.delete(key)
      entries.set(key, { value, until: now() + lifetime })
    },
    delete(key) {
      entries.delete(key)
    },
    dropExpired() {
      const at = now()
      for (const [key, { until }] of entries) {
        if (until > at) return
        entries.delete(key)
      }
    },
  }
}
