import type { Page } from '#schema/chat.ts'

export interface PageRequest {
  pageNumber: number
  size: number
}

export const pageRange = ({ pageNumber, size }: PageRequest) => ({ skip: pageNumber * size, take: size })

export const pageOf = <Item>(
  elements: Item[],
  totalElements: number,
  { pageNumber, size }: PageRequest,
): Page<Item> => ({
  elements,
  totalElements,
  totalPages: Math.ceil(totalElements / size),
  last: (pageNumber + 1) * size >= totalElements,
})
