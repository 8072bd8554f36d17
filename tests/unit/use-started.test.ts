import { describe, expect, it } from 'vitest'
import { useStarted } from '../kit/use-started.ts'

const events: string[] = []
const use = (name: string) =>
  useStarted(async () => {
    events.push(`start ${name}`)
    return { name, [Symbol.asyncDispose]: async () => void events.push(`stop ${name}`) }
  })

describe('useStarted', () => {
  let early: unknown
  describe('in a describe', () => {
    const first = use('first')
    const second = use('second')
    try {
      early = first.name
    } catch (error) {
      early = error
    }

    it('starts in order before the tests, and gives them what was started', () => {
      expect(events).toEqual(['start first', 'start second'])
      expect([first.name, { ...second }]).toEqual(['first', expect.objectContaining({ name: 'second' })])
    })
  })

  it('stops in reverse order after the last test', () => {
    expect(events.slice(2)).toEqual(['stop second', 'stop first'])
  })

  it('throws when it is read while the file is loaded', () => {
    expect(early).toEqual(
      new Error('Not running: read it in a hook or a test, not while the file is loaded.'),
    )
  })
})
