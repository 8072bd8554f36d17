import { PRODUCT } from '#schema/product.ts'

/** The database of the browser for texts that are not sent, and its stores. */
export const UNSENT = { database: `${PRODUCT.slug}-unsent`, stores: ['messages', 'drafts'] } as const
