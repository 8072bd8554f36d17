import type { Load } from './commands.ts'
import { createEventStreamWire } from './event-stream-wire.ts'
import { createSocketioWire } from './socketio-wire.ts'
import type { Wire } from './wire.ts'

export const createWire = ({ wire, sendTo }: Load): Wire =>
  wire === 'socketio' ? createSocketioWire() : createEventStreamWire(wire, sendTo)
