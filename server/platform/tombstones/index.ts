export { createTombstones, type Tombstones } from './create-tombstones.ts'
export { readTombstones, type TombstoneList } from './read-tombstones.ts'
export type { Tombstone } from './tombstone.ts'
