import type { Page } from '#schema/chat.ts'

export interface Place {
  pageNumber: number
  size: number
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
