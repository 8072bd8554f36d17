import { Redis } from 'ioredis'
import { vi } from 'vitest'
import type { CallTracker } from './track-calls.ts'

/** Collects the names of the commands that every client of this process sends to Redis, until mocks are restored. */
export function countRedisCommands(tracker: CallTracker): string[] {
  const commands: string[] = []
  const { sendCommand } = Redis.prototype
  vi.spyOn(Redis.prototype, 'sendCommand').mockImplementation(function (this: Redis, ...input) {
    const [{ name }] = input
    commands.push(name)
    return tracker.call((...given) => Reflect.apply(sendCommand, this, given), input)
  })
  return commands
}
