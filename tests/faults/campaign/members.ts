import { v7 as uuidv7 } from 'uuid'
import { authResponse } from '#schema/account.ts'
import { aRegistration, call } from '../../kit/person.ts'
import { withClient } from './postgres.ts'

export interface CampaignMember {
  readonly id: string
  readonly token: string
}

export interface CampaignPair {
  readonly conversationId: string
  readonly members: readonly [CampaignMember, CampaignMember]
}

async function register(url: string): Promise<CampaignMember> {
  const { status, body } = await call(url, 'POST', '/api/user', { body: aRegistration() })
  if (status !== 200) throw new Error(`registration answered ${status}: ${JSON.stringify(body)}`)
  const { token, user } = authResponse.parse(body)
  return { id: user.id, token }
}

/** Members who talk with each other in twos. */
export async function createPairs(
  { url, databaseUrl }: { url: string; databaseUrl: string },
  count: number,
): Promise<CampaignPair[]> {
  const pairs: CampaignPair[] = []
  for (let index = 0; index < count; index += 1) {
    const members = [await register(url), await register(url)] as const
    pairs.push({ conversationId: uuidv7(), members })
  }
  await withClient(databaseUrl, async (client) => {
    await client.query('UPDATE "user" SET email_verified = true')
    for (const { conversationId, members } of pairs) {
      const [low, high] = members.map(({ id }) => id).sort()
      await client.query('INSERT INTO conversation (id, low_user_id, high_user_id) VALUES ($1, $2, $3)', [
        conversationId,
        low,
        high,
      ])
      await client.query(
        `INSERT INTO conversation_member (conversation_id, user_id, partner_id)
         VALUES ($1, $2, $3), ($1, $3, $2)`,
        [conversationId, low, high],
      )
    }
  })
  return pairs
}
