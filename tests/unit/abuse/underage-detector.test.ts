import { describe, expect, it } from 'vitest'
import { createUnderageDetector } from '#server/domains/abuse/text/underage-detector.ts'
import type { AutomaticReport } from '#server/domains/moderation/index.ts'

const said = {
  id: 'm',
  conversationId: 'c',
  senderId: 'asha',
  message: "I'm 15",
  time: '2026-01-01T00:00:00Z',
}

function open({ enabled = true, failure = null as Error | null } = {}) {
  const filed: AutomaticReport[] = []
  const failures: unknown[] = []
  const detector = createUnderageDetector({
    enabled,
    now: () => 0,
    onError: (error) => void failures.push(error),
    reports: {
      async report(one) {
        if (failure) throw failure
        filed.push(one)
        return 'report'
      },
    },
  })
  return { detector, filed, failures }
}

describe('the underage detector', () => {
  it('stores its reports before its disposal resolves', async () => {
    const { detector, filed } = open()
    detector.checkMessage(said)
    await detector[Symbol.asyncDispose]()
    expect(filed).toMatchObject([{ kind: 'MINOR', userId: 'asha', conversationId: 'c' }])
  })

  it('reports a failing database as an error without throwing', async () => {
    const { detector, failures } = open({ failure: new Error('the database is away') })
    detector.checkMessage(said)
    await detector[Symbol.asyncDispose]()
    expect(failures).toMatchObject([{ message: 'the database is away' }])
  })

  it('reports nothing when the setting is off', async () => {
    const { detector, filed } = open({ enabled: false })
    detector.checkMessage(said)
    detector.checkProfile({ userId: 'asha', displayName: 'Asha 15f', interests: ['16 yo'] })
    await detector[Symbol.asyncDispose]()
    expect(filed).toEqual([])
  })
})
