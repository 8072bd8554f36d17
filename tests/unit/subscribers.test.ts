import { describe, expect, it } from 'vitest'
import { createEventBus } from '#server/events.ts'
import { subscribe } from '#server/subscribers.ts'

describe('the listeners of a domain event', () => {
  it('run in the order of their list, even after one that fails', async () => {
    const failure = new Error('the database is away')
    const errors: unknown[] = []
    const steps: string[] = []
    const events = createEventBus({ onError: (error) => void errors.push(error) })
    subscribe(events, {
      userChanged: [
        async ({ userId }) => {
          await Promise.resolve()
          steps.push(`first ${userId}`)
        },
        () => Promise.reject(failure),
        ({ userId }) => void steps.push(`last ${userId}`),
      ],
      userSuspended: [({ userId }) => void steps.push(`suspended ${userId}`)],
    })
    expect(await events.emit('userChanged', { userId: 'asha' })).toBe(false)
    expect(await events.emit('userSuspended', { userId: 'ben' })).toBe(true)
    expect(steps).toEqual(['first asha', 'last asha', 'suspended ben'])
    expect(errors).toEqual([failure])
  })
})
