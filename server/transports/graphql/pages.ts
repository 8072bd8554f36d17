import type { ArgBuilder, ObjectRef } from '@pothos/core'
import * as z from 'zod'
import type { Page } from '#schema/chat.ts'
import { LIMITS } from '#schema/limits.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { Builder, GraphqlTypes } from './builder.ts'

interface Place {
  pageNumber: number
  size: number
}

export interface Connection<Node> {
  nodes: Node[]
  totalCount: number
  endCursor: string | null
}

/** Encodes a place in a list. Clients must treat it as opaque. */
const cursorOf = ({ pageNumber, size }: Place) => Buffer.from(`${pageNumber}:${size}`).toString('base64url')

/** @throws ApiError INVALID */
export function placeOf({
  first,
  after,
}: {
  first?: number | null | undefined
  after?: string | null | undefined
}): Place {
  if (!after) {
    const size = first ?? LIMITS.pageSize
    if (!Number.isInteger(size) || size < 1 || size > LIMITS.maxPageSize)
      throw new ApiError('INVALID', text('first must be from 1 to {max}.', { max: LIMITS.maxPageSize }), {
        fields: { first: text('Out of range') },
      })
    return { pageNumber: 0, size }
  }
  const [, pageNumber, size] = /^(\d{1,6}):(\d{1,3})$/.exec(Buffer.from(after, 'base64url').toString()) ?? []
  if (!pageNumber || !size || Number(size) < 1 || Number(size) > LIMITS.maxPageSize)
    throw new ApiError('INVALID', text('This cursor is not valid.'), {
      fields: { after: text('Unknown cursor') },
    })
  return { pageNumber: Number(pageNumber), size: Number(size) }
}

export const connectionOf = <Node>(page: Page<Node>, place: Place): Connection<Node> => ({
  nodes: page.elements,
  totalCount: page.totalElements,
  endCursor: page.last ? null : cursorOf({ ...place, pageNumber: place.pageNumber + 1 }),
})

interface KeyedPlace extends Place {
  before?: string
}

const keyedCursor = z.object({
  before: z.uuid(),
  size: z.coerce.number().int().min(1).max(LIMITS.maxPageSize),
})

/** As `placeOf`, in a list that is paged by the id of its last element. @throws ApiError INVALID */
export function keyedPlaceOf(args: Parameters<typeof placeOf>[0]): KeyedPlace {
  const [before, size] = Buffer.from(args.after ?? '', 'base64url')
    .toString()
    .split(' ')
  const keyed = keyedCursor.safeParse({ before, size })
  return keyed.success ? { pageNumber: 0, ...keyed.data } : placeOf(args)
}

/** As `connectionOf`, in a list that is paged by the id of its last element. */
export function keyedConnectionOf<Node extends { id: string }>(
  page: Page<Node>,
  { size }: KeyedPlace,
): Connection<Node> {
  const last = page.elements.at(-1)
  const endCursor = page.last || !last ? null : Buffer.from(`${last.id} ${size}`).toString('base64url')
  return { nodes: page.elements, totalCount: page.totalElements, endCursor }
}

/** The arguments of every list that is read page by page. */
export const pageArgs = (arg: ArgBuilder<GraphqlTypes>) => ({
  first: arg.int({
    required: false,
    description: `How many entries to return: 1 to ${LIMITS.maxPageSize}. The default is ${LIMITS.pageSize}. Ignored with \`after\`.`,
  }),
  after: arg.string({
    required: false,
    description: 'The `endCursor` of the page before. Without it the first page is returned.',
  }),
})

/** Returns the type of one page of a list. `entries` names them in a sentence, such as "messages". */
export function connectionType<Node>(
  builder: Builder,
  name: string,
  { node, entries }: { node: ObjectRef<GraphqlTypes, Node>; entries: string },
) {
  return builder.objectRef<Connection<Node>>(`${name}Connection`).implement({
    description: `One page of ${entries}.`,
    fields: (t) => ({
      nodes: t.field({
        type: t.listRef(node),
        description: `The ${entries} on this page.`,
        resolve: (page) => page.nodes,
      }),
      totalCount: t.exposeInt('totalCount', { description: `The number of ${entries} on all pages.` }),
      endCursor: t.exposeString('endCursor', {
        nullable: true,
        description: 'The value of `after` that returns the next page. Null on the last page.',
      }),
      hasNextPage: t.boolean({
        description: 'Whether there is a page after this one.',
        resolve: (page) => page.endCursor !== null,
      }),
    }),
  })
}
