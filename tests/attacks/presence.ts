import { randomUUID } from 'node:crypto'
import { aRegistration, openStream } from '../kit/person.ts'
import { rawRequest } from '../kit/raw-request.ts'
import { type Attack, freshAddress, postJson, type Target } from './attack.ts'

async function registerWith(target: Target, interest: string): Promise<{ id: string; token: string }> {
  const input = aRegistration({ interests: [interest] })
  const answer = await postJson(target, '/api/user', input, { 'x-forwarded-for': freshAddress() })
  if (answer.status !== 200) throw new Error(`registration answered ${answer.status}`)
  const { token, user } = JSON.parse(answer.text)
  return { id: user.id, token }
}

export const PRESENCE_ATTACKS: Attack[] = [
  {
    item: 11,
    name: 'see a blocking member come online in the count of a rare interest',
    expected: 'the count stays 0',
    async run(target) {
      const interest = `Rare ${randomUUID().slice(0, 8)}`
      const [blocker, blocked] = [await registerWith(target, interest), await registerWith(target, interest)]
      const headers = { authorization: `Bearer ${blocker.token}` }
      const block = await postJson(target, '/api/v1/blocks', { userId: blocked.id }, headers)
      if (block.status >= 400) throw new Error(`the block answered ${block.status}`)
      const stream = await openStream(target.url, blocker.id, { token: blocker.token })
      await stream.next('ready')
      const { text } = await rawRequest(target.url, 'GET', '/api/session', {
        headers: { authorization: `Bearer ${blocked.token}` },
      })
      stream.close()
      const { onlineUsersWithCommonInterest: seen } = JSON.parse(text)
      return { seen: `count ${seen}`, holds: seen === 0 }
    },
  },
]
