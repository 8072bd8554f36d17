import { EventEmitter } from 'node:events'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { onStopRequest, type StopReason } from '#server/platform/process/stop-requests.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A process whose signals and clock the test controls. */
function start({ watchParent = false } = {}) {
  const source = Object.assign(new EventEmitter(), { ppid: 100 })
  const stops: StopReason[] = []
  let forced = 0
  let now = 0
  onStopRequest({
    stop: (reason) => void stops.push(reason),
    force: () => {
      forced += 1
    },
    watchParent,
    source,
    monotonic: () => now,
  })
  return { source, stops, forced: () => forced, pass: (milliseconds: number) => (now += milliseconds) }
}

describe('a stop request', () => {
  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('comes with %s', (signal) => {
    const { source, stops } = start()
    source.emit(signal)
    expect(stops).toEqual([signal])
  })

  it('forces nothing as the copy of Ctrl+C that npm forwards', () => {
    const { source, stops, forced, pass } = start()
    source.emit('SIGINT')
    pass(999)
    source.emit('SIGINT')
    expect([stops, forced()]).toEqual([['SIGINT'], 0])
  })

  it('forces the stop as a second signal a second later', () => {
    const { source, stops, forced, pass } = start()
    source.emit('SIGINT')
    pass(1_000)
    source.emit('SIGTERM')
    expect([stops, forced()]).toEqual([['SIGINT'], 1])
  })

  it('forces nothing through a terminal that closes during the stop', () => {
    const { source, forced, pass } = start()
    source.emit('SIGTERM')
    pass(5_000)
    source.emit('SIGHUP')
    expect(forced()).toBe(0)
  })

  it('comes with the end of the parent process, where that is watched', () => {
    const watching = start({ watchParent: true })
    const ignoring = start()
    vi.advanceTimersByTime(5_000)
    expect(watching.stops).toEqual([])
    for (const { source } of [watching, ignoring]) source.ppid = 1
    vi.advanceTimersByTime(5_000)
    expect([watching.stops, ignoring.stops]).toEqual([['its parent process ended'], []])
  })
})
