import type { AdminListQuery } from '#schema/admin.ts'
import { escapeLike } from '#server/platform/postgres/index.ts'

/** One page of a list of the admin panel, with the number of entries on all pages. */
export interface AdminList<Element> {
  elements: Element[]
  total: number
}

/** Returns the order and range of a page, newest entries first. `before` takes precedence over the page number. */
export const newestFirst = ({ before, pageNumber, size }: AdminListQuery) => ({
  orderBy: { id: 'desc' as const },
  skip: before ? 0 : pageNumber * size,
  take: size,
})

/** Returns the condition that excludes the entries of earlier pages. */
export const olderThan = (before: string | undefined) => (before ? { id: { lt: before } } : {})

/** Returns the condition that a text contains another literally, ignoring case. Prisma passes `contains` on to LIKE. */
export const containing = (text: string) => ({
  contains: escapeLike(text),
  mode: 'insensitive' as const,
})
