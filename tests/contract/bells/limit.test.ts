import { describe, expect, it } from 'vitest'
import { bellsOf, setBell } from '../../kit/bells.ts'
import { createTestDatabase } from '../../kit/database.ts'
import { ask } from '../../kit/graphql.ts'
import { join, personOf } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'
import { useStarted } from '../../kit/use-started.ts'

// Members register on a node with high limits. The other one allows 2 changes a minute instead of 60.
const database = useStarted(createTestDatabase)
const plentiful = useNode(() => ({ databaseUrl: database.url }))
const strict = useNode(() => ({ databaseUrl: database.url, env: { RATE_LIMIT_FACTOR: '0.03' } }))

async function joinStrict() {
  const { token, user } = await join(plentiful, { interests: ['Fermentation'] })
  return personOf(strict.url, token, user)
}

describe('the limit of an account', () => {
  // covers: beyond-interest-bell-setting
  it('refuses further changes of bells over REST and GraphQL alike, and counts each account by itself', async () => {
    const [asha, ben] = [await joinStrict(), await joinStrict()]
    const turnOff = 'mutation { setInterestBell(interest: "Fermentation", on: false) { on } }'
    expect((await setBell(asha, 'Fermentation', false)).status).toBe(200)
    expect((await setBell(asha, 'Fermentation', true)).status).toBe(200)
    const refused = await setBell(asha, 'Fermentation', false)
    expect(refused).toMatchObject({ status: 429, body: { code: 'RATE_LIMITED' } })
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await ask(strict, asha, turnOff)).codes).toEqual(['RATE_LIMITED'])
    expect(await bellsOf(asha)).toEqual([{ interest: 'Fermentation', on: true }])
    expect((await setBell(ben, 'Fermentation', true)).status).toBe(200)
  })
})
