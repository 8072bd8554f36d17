import { PRODUCT } from '#schema/product.ts'

/**
 * The database of the browser for what a member wrote and has not sent, and for the open chat. Its stores are emptied when the
 * session ends.
 */
export const UNSENT = { database: `${PRODUCT.slug}-unsent`, stores: ['messages', 'drafts', 'chats'] } as const
