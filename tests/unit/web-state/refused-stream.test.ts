import { describe, expect, it } from 'vitest'
import { ApiFailure } from '#web/data/failure.ts'
import { handleRefusedStream } from '#web/state/live/refused-stream.ts'

async function refusedWith(refresh: () => Promise<void>, status: 'member' | 'suspended' = 'member') {
  const state =
    status === 'member' ? { status, user: {}, figures: {} } : { status, user: null, figures: null }
  let hasEnded = false
  const next = await handleRefusedStream({
    session: { refresh, getState: () => state as never },
    endSession: () => {
      hasEnded = true
    },
  })
  return { next, hasEnded }
}
const failing = (status: number, code: ApiFailure['code']) => () =>
  Promise.reject(new ApiFailure(status, code, 'No.'))

describe('a live stream that is refused with 401', () => {
  it('ends the session when the server says that it has expired', async () => {
    expect(await refusedWith(failing(401, 'UNAUTHENTICATED'))).toEqual({ next: 'over', hasEnded: true })
  })

  it('stays on the page of a suspended account', async () => {
    const answer = await refusedWith(failing(403, 'SUSPENDED'), 'suspended')
    expect(answer).toEqual({ next: 'over', hasEnded: false })
  })

  it('reconnects when the session cannot be read, for example during an unload', async () => {
    const again = { next: 'again', hasEnded: false }
    expect(await refusedWith(() => Promise.reject(new TypeError('Failed to fetch')))).toEqual(again)
    expect(await refusedWith(failing(0, 'NETWORK'))).toEqual(again)
    expect(await refusedWith(failing(503, 'UNAVAILABLE'))).toEqual(again)
  })

  it('reconnects when the session is valid, for example after a login in another tab', async () => {
    expect(await refusedWith(() => Promise.resolve())).toEqual({ next: 'again', hasEnded: false })
  })
})
