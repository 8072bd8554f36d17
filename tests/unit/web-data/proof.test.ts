import { beforeEach, describe, expect, it, vi } from 'vitest'
import { PROOF_HEADER, type ProofChallenge } from '#schema/proof.ts'
import { createApi } from '#web/data/api.ts'
import { ApiFailure } from '#web/data/failure.ts'

const challenge: ProofChallenge = {
  parameters: {
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    expiresAt: 1,
    keyLength: 32,
    keyPrefix: '00',
    keySignature: 'k',
    nonce: 'n',
    salt: 's',
  },
  signature: 'signed',
}
const events = {
  unauthorized: vi.fn(),
  rateLimited: vi.fn(),
  suspended: vi.fn(),
  succeeded: vi.fn(),
  proving: vi.fn(),
}
beforeEach(() => vi.resetAllMocks())

const asked = () =>
  new Response(JSON.stringify({ code: 'PROOF_REQUIRED', message: 'Work first.', challenge }), { status: 428 })
const done = () => new Response(JSON.stringify({ success: true }))

function setUp(answers: Response[], solve: (challenge: ProofChallenge) => Promise<string>) {
  const requests: Headers[] = []
  const api = createApi({
    token: () => 'the-token',
    events,
    solve,
    fetch: async (_, init) => {
      requests.push(new Headers(init?.headers))
      return answers.shift() ?? asked()
    },
  })
  const ask = (signal?: AbortSignal) => api.call('cancelSearch', signal ? { signal } : {})
  return { ask, requests }
}

describe('a call that requires a proof of work', () => {
  it('repeats with the proof, and reports that the browser is computing it', async () => {
    const solve = vi.fn(async () => 'solved')
    const { ask, requests } = setUp([asked(), done()], solve)
    expect((await ask()).status).toBe(200)
    expect(solve).toHaveBeenCalledWith(challenge, expect.any(AbortSignal))
    expect(requests.map((headers) => headers.get(PROOF_HEADER))).toEqual([null, 'solved'])
    expect(requests[1]?.get('authorization')).toBe('Bearer the-token')
    expect(events.proving.mock.calls).toEqual([[true], [false]])
  })

  it('computes one more proof after an expired one, and then fails', async () => {
    const { ask, requests } = setUp([], async () => 'solved')
    await expect(ask()).rejects.toMatchObject({ status: 428, code: 'PROOF_REQUIRED', message: 'Work first.' })
    expect(requests).toHaveLength(3)
  })

  it('fails with an explanation if the browser cannot compute it', async () => {
    const { ask } = setUp([asked()], async () => {
      throw new Error('no workers here')
    })
    const failure = await ask().catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ApiFailure)
    expect(failure).toMatchObject({
      code: 'PROOF_REQUIRED',
      message: expect.stringMatching(/another browser/),
    })
    expect(events.proving).toHaveBeenLastCalledWith(false)
  })

  it('stops when it is aborted', async () => {
    const aborter = new AbortController()
    const { ask, requests } = setUp([asked()], async () => {
      aborter.abort()
      throw aborter.signal.reason
    })
    await expect(ask(aborter.signal)).rejects.toMatchObject({ name: 'AbortError' })
    expect(requests).toHaveLength(1)
  })
})
