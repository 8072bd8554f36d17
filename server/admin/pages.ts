import type { AdminListQuery } from '#schema/admin.ts'
import type { Page } from '#schema/chat.ts'

/** One page of a list of the admin panel, with the number of entries on all pages. */
export interface AdminList<Element> {
  elements: Element[]
  total: number
}

/** Returns where a page of a list starts whose newest entry comes first. `before` counts rather than the page number. */
export const newestFirst = ({ before, pageNumber, size }: AdminListQuery) => ({
  orderBy: { id: 'desc' as const },
  skip: before ? 0 : pageNumber * size,
  take: size,
})

/** Returns the condition that leaves out what earlier pages showed. */
export const olderThan = (before: string | undefined) => (before ? { id: { lt: before } } : {})

/** Returns the condition that a text contains another. Ignores the case of letters. */
export const containing = (search: string) => ({ contains: search, mode: 'insensitive' as const })

export interface Place {
  pageNumber: number
  size: number
}

export interface PersonInQueue {
  id: string
  displayName: string
}

export const slice = ({ pageNumber, size }: Place) => ({ skip: pageNumber * size, take: size })

export const pageOf = <Item>(
  elements: Item[],
  totalElements: number,
  { pageNumber, size }: Place,
): Page<Item> => ({
  elements,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
  last: (pageNumber + 1) * size >= totalElements,
})
