import type { Load } from './commands.ts'
import { createEventStreamWire } from './event-stream-wire.ts'
import { createSocketioWire } from './socketio-wire.ts'
import type { Wire } from './wire.ts'
import { createXmppWire } from './xmpp-wire.ts'

/** Creates what speaks the protocol of a contender. */
export function createWire({ wire, sendTo }: Load): Wire {
  if (wire === 'socketio') return createSocketioWire()
  return wire === 'xmpp' ? createXmppWire() : createEventStreamWire(wire, sendTo)
}
