import { PRODUCT } from '#schema/product.ts'

/**
 * Milliseconds for which a tab waits for another one that sends: longer than an attempt. A tab that the browser froze may
 * never finish.
 */
const PATIENCE = 20_000

/**
 * Returns a function that runs `send` while no other tab sends messages of the same conversation. Without locks it runs at
 * once: each tab sends a message only after the ones before it, and the server stores each once, so the order holds.
 */
export const createWhileAlone =
  (locks: Pick<LockManager, 'request'> | undefined) =>
  async (conversationId: string, send: () => Promise<void>): Promise<void> => {
    let hasBegun = false
    const begin = () => {
      hasBegun = true
      return send()
    }
    try {
      const signal = AbortSignal.timeout(PATIENCE)
      await locks?.request(`${PRODUCT.slug}-outbox-${conversationId}`, { signal }, begin)
    } catch {
      // The browser refuses locks to pages without site data, or the other tab takes too long.
    }
    if (!hasBegun) await send()
  }
