import { describe, expect, it } from 'vitest'
import { mailed } from '../../kit/mails.ts'
import { call, join } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const ORIGIN = 'https://rapport.example'
const INVALID_CODE = 'Invalid reset code or username'
const TRIED_TOO_OFTEN = 'This code was tried too often. Please request a new one.'
const [OWNER, STRANGER] = ['198.51.100.1', '192.0.2.1']
const node = useNode({ env: { PUBLIC_URL: ORIGIN, RATE_LIMIT_FACTOR: '1', TRUST_PROXY: 'on' } })

const askFrom = (network: string, user: string) =>
  call(node.url, 'POST', '/password/reset', {
    body: { user, origin: ORIGIN },
    headers: { 'x-forwarded-for': network },
  })
const tryFrom = (network: string, userName: string, resetCode: string) => {
  const query = new URLSearchParams({ userName, resetCode })
  const headers = { 'x-forwarded-for': network }
  return call(node.url, 'GET', `/rapport-api/password/verify-reset-code?${query}`, { headers })
}
const messagesOf = async (count: number, network: string, userName: string) => {
  const messages: unknown[] = []
  for (let made = 0; made < count; made += 1)
    messages.push((await tryFrom(network, userName, 'WRONG-CODE')).body.message)
  return messages
}
async function withCode(network: string) {
  const { user } = await join(node)
  await askFrom(network, user.userName)
  return { userName: user.userName, code: (await mailed(node, user.userName, /Reset/)).code }
}

describe('the reset code with the production limits', () => {
  // covers: design-reset-code-validity
  it('accepts the right code after more than five wrong ones', async () => {
    const { userName, code } = await withCode(OWNER)
    await messagesOf(6, OWNER, userName)
    expect((await tryFrom(OWNER, userName, code)).status).toBe(200)
  })

  // covers: design-reset-code-attempts
  it('suggests to request a new code after five wrong ones, and restarts the count with a new request', async () => {
    const network = '198.51.100.2'
    const { userName } = await withCode(network)
    for (const address of [userName, 'nobody@example.com']) {
      const first = await messagesOf(6, network, address)
      expect(first).toEqual([...Array(5).fill(INVALID_CODE), TRIED_TOO_OFTEN])
      await askFrom(network, address)
      expect(await messagesOf(1, network, address)).toEqual([INVALID_CODE])
    }
  })

  // covers: design-reset-codes-not-guessable
  it('stops after thirty simultaneous wrong codes from one network, and admits the owner on another', async () => {
    const { userName, code } = await withCode(OWNER)
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => tryFrom(STRANGER, userName, 'WRONG-CODE')),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(30)
    expect((await tryFrom(STRANGER, userName, code)).status).toBe(429)
    expect((await tryFrom(OWNER, userName, code)).status).toBe(200)
  })
})
