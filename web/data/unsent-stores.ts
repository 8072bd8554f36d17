import { PRODUCT } from '#schema/product.ts'

/** The event for which a browser with Background Sync starts the worker once there is a network. */
export const UNSENT_SYNC = 'send-unsent'

/**
 * The database of the browser for what a member wrote and has not sent, and for the open chat. Its stores are emptied when the
 * session ends.
 */
export const UNSENT = { database: `${PRODUCT.slug}-unsent`, stores: ['messages', 'drafts', 'chats'] } as const
