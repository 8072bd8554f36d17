// Imported by a server process before the server itself: heartbeats then come each second instead of every 15 seconds.
import { TIMING } from '#schema/limits.ts'

Object.assign(TIMING, { streamHeartbeat: 1_000 })
