import { describe, expect, it } from 'vitest'
import type { NearbyPage, NearbyUser } from '#schema/nearby.ts'
import { type NearbyPages, withoutPerson } from '#web/screens/nearby/nearby-pages.ts'

const aPerson = (n: number, gender: NearbyUser['gender']): NearbyUser => ({
  id: `01999999-0000-7000-8000-${String(n).padStart(12, '0')}`,
  displayName: `Person ${n}`,
  interests: [],
  city: null,
  state: null,
  age: 30,
  gender,
})
const [mala, nils] = [aPerson(1, 'Female'), aPerson(2, 'Male')]

const aPage = (elements: NearbyUser[], { total = elements.length, last = true } = {}): NearbyPage => ({
  elements,
  totalPages: Math.ceil(total / 10),
  totalElements: total,
  last,
})
const pages = (...all: NearbyPage[]): NearbyPages => ({
  pages: all,
  pageParams: all.map((_, index) => index),
})
const totals = (data: NearbyPages) => data.pages.map(({ totalElements }) => totalElements)

describe('a person who is removed from the list of people nearby', () => {
  // covers: 4.5-starting-a-chat
  it('disappears from their page, and every total of the list is one lower', () => {
    const data = pages(aPage([nils], { total: 12, last: false }), aPage([mala], { total: 12 }))
    const after = withoutPerson(data, 'none', mala)
    expect(after.pages.map(({ elements }) => elements)).toEqual([[nils], []])
    expect(totals(after)).toEqual([11, 11])
  })

  // covers: design-nearby-totals
  it('does not change the total of a filter that does not count them', () => {
    const data = pages(aPage([nils], { total: 12, last: false }))
    expect(totals(withoutPerson(data, 'male', mala))).toEqual([12])
  })

  it('does not change the total of a fully loaded list without them', () => {
    expect(totals(withoutPerson(pages(aPage([nils])), 'none', mala))).toEqual([1])
  })

  // covers: design-nearby-totals
  it('lowers the total of a list that counts them on a page not loaded yet', () => {
    const data = pages(aPage([aPerson(3, 'Female')], { total: 12, last: false }))
    expect(totals(withoutPerson(data, 'female', mala))).toEqual([11])
  })
})
