import type { InfiniteData } from '@tanstack/react-query'
import { GENDER_OF_FILTER } from '#schema/enums.ts'
import type { NearbyFilter, NearbyPage, NearbyUser } from '#schema/nearby.ts'

export type NearbyPages = InfiniteData<NearbyPage, number>

/** Returns each person once: a page can repeat people who have moved. */
export const peopleOf = (data: NearbyPages): NearbyUser[] => [
  ...new Map(data.pages.flatMap((page) => page.elements).map((one) => [one.id, one])).values(),
]

/** Returns the list without the person. Lowers the total only if it counted them. */
export function withoutPerson(data: NearbyPages, filter: NearbyFilter, person: NearbyUser): NearbyPages {
  if (!isCounted(data, filter, person)) return data
  return {
    ...data,
    pages: data.pages.map((page) => ({
      ...page,
      totalElements: page.totalElements - 1,
      elements: page.elements.filter(({ id }) => id !== person.id),
    })),
  }
}

/** Returns whether the total counts the person, who may be on a page that is not loaded yet. */
function isCounted(data: NearbyPages, filter: NearbyFilter, person: NearbyUser): boolean {
  if (data.pages.some((page) => page.elements.some(({ id }) => id === person.id))) return true
  if (filter !== 'none' && GENDER_OF_FILTER[filter] !== person.gender) return false
  return data.pages.at(-1)?.last === false
}
