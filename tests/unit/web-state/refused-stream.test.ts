import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#web/data/failure.ts'
import { handleRefusedStream } from '#web/state/refused-stream.ts'

async function refusedWith(refresh: () => Promise<void>, status: 'member' | 'suspended' = 'member') {
  const done: string[] = []
  const state =
    status === 'member' ? { status, user: {}, figures: {} } : { status, user: null, figures: null }
  await handleRefusedStream({
    session: { refresh, getState: () => state as never },
    forceLogout: () => void done.push('logged out'),
    reopen: () => void done.push('opened again'),
  })
  return done
}

describe('a live stream that is refused with 401', () => {
  it('logs out when the session has ended', async () => {
    const ended = () => Promise.reject(new ApiFailure(401, 'UNAUTHENTICATED', 'Your session has expired.'))
    expect(await refusedWith(ended)).toEqual(['logged out'])
  })

  it('stays on the page of a suspended account', async () => {
    const suspended = () => Promise.reject(new ApiFailure(403, 'SUSPENDED', 'This account is suspended.'))
    expect(await refusedWith(suspended, 'suspended')).toEqual([])
  })

  it('opens again when the session cannot be asked, as while the page is being left', async () => {
    expect(await refusedWith(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual([
      'opened again',
    ])
    const unanswered = () => Promise.reject(new ApiFailure(0, 'NETWORK', 'No answer.'))
    expect(await refusedWith(unanswered)).toEqual(['opened again'])
  })
})
