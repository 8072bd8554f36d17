import { randomUUID } from 'node:crypto'
import { aRegistration } from '../kit/person.ts'
import { rawRequest } from '../kit/raw-request.ts'
import { type Attack, freshAddress, mailedLinks, postJson, type Target } from './attack.ts'

/** Registers a member with a verified mailbox. Returns the headers of their session. */
async function join(target: Target, interests: string[]) {
  const input = aRegistration({ interests })
  const answer = await postJson(target, '/api/user', input, { 'x-forwarded-for': freshAddress() })
  if (answer.status !== 200) throw new Error(`registration answered ${answer.status}`)
  const [link] = await mailedLinks(target, input.userName)
  await rawRequest(target.url, 'GET', `/api/verify${link?.search ?? ''}`)
  return { authorization: `Bearer ${JSON.parse(answer.text).token}`, 'x-forwarded-for': freshAddress() }
}

const findMatch = ({ url }: Target, headers: Record<string, string>) =>
  rawRequest(url, 'GET', '/api/v1/conversation', { headers })

const SENT = 28

export const MODERATION_ATTACKS: Attack[] = [
  {
    item: 7,
    name: `send ${SENT} messages that the filter holds`,
    expected: 'at most 20 wait for the moderators, and the sender is told of the others',
    async run(target) {
      const interests = [`Flood ${randomUUID().slice(0, 8)}`]
      const [mallory, ben] = [await join(target, interests), await join(target, interests)]
      await findMatch(target, mallory)
      const conversationId: unknown = JSON.parse((await findMatch(target, ben)).text).id
      let kept = 0
      let refused = 0
      for (let index = 0; index < SENT; index += 1) {
        const body = { conversationId, message: `send me nudes ${index}` }
        const { status, text } = await postJson(target, '/api/v1/message', body, mallory)
        if (status === 422 && text.includes('A moderator may check it')) kept += 1
        else if (status === 422) refused += 1
      }
      return { seen: `${kept} kept, ${refused} refused`, holds: kept <= 20 && kept + refused === SENT }
    },
  },
]
