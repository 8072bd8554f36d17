import { kilometresBetween, locate, medianOf, type Sight, spiral } from '../kit/locate-member.ts'
import { aRegistration } from '../kit/person.ts'
import { rawRequest } from '../kit/raw-request.ts'
import { type Attack, freshAddress, postJson, type Target } from './attack.ts'

/** Far from the people of the demo. */
const AREA = { latitude: 47.4, longitude: 19.1 }
/** One estimate may be close by chance, their median is not. */
const HOMES = spiral(AREA, 9, 12)

async function registerAt(target: Target, at: { latitude: number; longitude: number }): Promise<string> {
  const input = aRegistration({ ...at, nearBy: true })
  const answer = await postJson(target, '/api/user', input, { 'x-forwarded-for': freshAddress() })
  if (answer.status !== 200) throw new Error(`registration answered ${answer.status}`)
  return JSON.parse(answer.text).user.id
}

/** Logs the premium member of the demo in. */
async function premiumToken(target: Target): Promise<string> {
  const body = { userName: 'ben@demo.test', password: 'Demo-pass1!' }
  const answer = await postJson(target, '/auth', body, { 'x-forwarded-for': freshAddress() })
  if (answer.status !== 200) throw new Error(`the login answered ${answer.status}`)
  return JSON.parse(answer.text).token
}

export const NEARBY_ATTACKS: Attack[] = [
  {
    item: 4,
    name: 'find where nine members live by moving the own position 59 times',
    expected: 'the median no closer than 5 km',
    async run(target) {
      const places = spiral(AREA, 6, 30)
      const owned = await Promise.all(places.map((at) => registerAt(target, at)))
      const decoys = new Map(owned.map((id, index) => [id, places[index] ?? AREA]))
      const victims = await Promise.all(HOMES.map((home) => registerAt(target, home)))
      const authorization = `Bearer ${await premiumToken(target)}`
      const sights: Sight[] = []
      // 59 lists: the limit is 60 a minute.
      for (const from of spiral(AREA, 59, 80)) {
        const headers = { authorization, latitude: String(from.latitude), longitude: String(from.longitude) }
        await rawRequest(target.url, 'GET', '/api/session', { headers })
        const { text } = await postJson(target, '/api/v1/near-by', { size: 50 }, { authorization })
        const { elements } = JSON.parse(text) as { elements: { id: string }[] }
        sights.push({ from, ids: elements.map(({ id }) => id) })
      }
      const errors = victims.map((victim, index) =>
        kilometresBetween(locate(victim, sights, decoys, AREA), HOMES[index] ?? AREA),
      )
      const middle = medianOf(errors)
      const all = errors.map((error) => error.toFixed(1)).join(', ')
      return { seen: `${middle.toFixed(1)} km away (${all})`, holds: middle > 5 }
    },
  },
]
