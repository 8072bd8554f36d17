import { describe, expect, it } from 'vitest'
import {
  type At,
  kilometresBetween,
  locate,
  medianOf,
  type Sight,
  shifted,
  spiral,
} from '../../kit/locate-member.ts'
import { idsOf, memberAt, peopleNear, premiumMemberAt } from '../../kit/nearby.ts'
import { call, type Person } from '../../kit/person.ts'
import { useNode } from '../../kit/use-node.ts'

const node = useNode()

const CENTRE = { latitude: 30, longitude: 20 }

async function stand(person: Person, { latitude, longitude }: At, at = node) {
  const headers = { latitude: latitude.toFixed(6), longitude: longitude.toFixed(6) }
  const { status } = await call(at.url, 'GET', '/api/session', { token: person.token, headers })
  expect(status).toBe(200)
}

const membersAt = (places: readonly At[]) => Promise.all(places.map((at) => memberAt(node, at)))

/** Returns all ids of the list, read page by page or in one page, with a filter or without. */
async function look(attacker: Person, round: number): Promise<string[]> {
  const filterBy = round % 2 ? 'female' : 'none'
  if (round % 3) return idsOf(await peopleNear(attacker, { size: 50, filterBy }))
  const ids: string[] = []
  for (let pageNumber = 0; ; pageNumber += 1) {
    const page = await peopleNear(attacker, { pageNumber, size: 8, filterBy })
    ids.push(...idsOf(page))
    if (page.last) return ids
  }
}

const saveProfile = (person: Person, nearBy: boolean) =>
  person.call('PUT', '/api/v1/user', {
    id: person.id,
    displayName: 'An attacker',
    interests: 'Jazz',
    lookingFor: 'Friendship',
    age: 31,
    filterByGender: '',
    nearBy,
  })

describe('a member who moves their own position', () => {
  // covers: design-location-not-exact
  it('locates no member to less than five kilometres, by membership, order, pages, filters or rejoining', async () => {
    const attacker = await premiumMemberAt(node, CENTRE)
    const homes = spiral(shifted(CENTRE, 3, -4), 9, 15)
    const targets = await membersAt(homes)
    const places = spiral(CENTRE, 10, 35)
    const owned = await membersAt(places)
    const decoys = new Map(owned.map(({ id }, index) => [id, places[index] ?? CENTRE]))
    const sights: Sight[] = []
    for (const [round, from] of spiral(CENTRE, 60, 80).entries()) {
      await stand(attacker, from)
      const ids = await look(attacker, round)
      if (round % 10 === 0) {
        await saveProfile(attacker, false)
        await saveProfile(attacker, true)
        expect(await look(attacker, round)).toEqual(ids)
      }
      sights.push({ from, ids })
    }
    const errors = targets.map(({ id }, index) =>
      kilometresBetween(locate(id, sights, decoys, CENTRE), homes[index] ?? CENTRE),
    )
    expect(medianOf(errors)).toBeGreaterThan(5)
    // The attack sees that they are in this area, or the test would prove nothing.
    expect(medianOf(errors)).toBeLessThan(30)
  })
})
