import { expect } from 'vitest'
import { type NearbyPage, nearbyPage } from '#schema/nearby.ts'
import type { Registration } from '#schema/registration.ts'
import type { TestApp } from './app.ts'
import { join, type Person } from './person.ts'

export type At = { latitude: number; longitude: number }
type Changes = Partial<Registration> & { premium?: boolean; verified?: boolean }

/** Returns places far from each other: tests do not see each other's members. */
export function createPlaces() {
  let place = 0
  return (): At => {
    place += 1
    return { latitude: 10 + place * 2, longitude: 20 }
  }
}

export const north = (at: At, kilometres: number): At => ({
  ...at,
  latitude: at.latitude + kilometres / 111.32,
})

/** A premium member at a place, visible to people nearby. */
export const premiumMemberAt = (node: TestApp, at: At) => join(node, { ...at, premium: true, nearBy: true })

/** A free member at a place, visible to people nearby. */
export const memberAt = (node: TestApp, at: At, changes: Changes = {}) =>
  join(node, { ...at, nearBy: true, ...changes })

/** Lists the people near a member. */
export async function peopleNear(person: Person, request: Record<string, unknown> = {}): Promise<NearbyPage> {
  const { status, body } = await person.call('POST', '/api/v1/near-by', { pageNumber: 0, ...request })
  expect(status).toBe(200)
  return nearbyPage.parse(body)
}

export const idsOf = (page: NearbyPage) => page.elements.map(({ id }) => id)
