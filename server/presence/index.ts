export { type ComingsAndGoings, createComingsAndGoings } from './comings-and-goings.ts'
export { createMemoryPresence } from './memory-presence.ts'
export type { Presence } from './presence.ts'
export { createRedisPresence } from './redis-presence.ts'
