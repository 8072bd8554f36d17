import { describe, expect, it } from 'vitest'
import { createStreamAccess } from '#server/transports/http/stream-access.ts'
import { MEMBERS } from './guarded-routes.ts'

/** Returns the access to streams of a member whose session has this status, and what it ended. */
function accessWith(status: 'here' | 'suspended' | 'logged out', member = MEMBERS.member ?? null) {
  const ended: unknown[] = []
  const access = createStreamAccess(
    { consume: async (...counted) => void ended.push(counted) },
    {
      accounts: { sessionStatusOf: async () => status },
      live: {
        endPerson: async (userId) => void ended.push(userId),
        endSessions: async (userId, sessionKeys) => void ended.push([userId, ...sessionKeys]),
      },
    },
    { memberOf: async () => member },
  )
  return { access, ended }
}

describe('revalidating an open stream', () => {
  it.each([
    ['here', []],
    ['suspended', ['asha']],
    ['logged out', [['asha', 'session of asha']]],
  ] as const)('ends what the status %s forbids: %j', async (status, forbidden) => {
    const { access, ended } = accessWith(status)
    await access.revalidate({ userId: 'asha', sessionKey: 'session of asha' })
    expect(ended).toEqual(forbidden)
  })
})
