import type { Pair } from '../driver/commands.ts'

/** Returns the pair of a server without sessions: members 2i - 1 and 2i talk in conversation i. The token is the id. */
export const numberedPair = (index: number): Pair => ({
  conversationId: String(index + 1),
  sender: { id: String(2 * index + 1), token: '' },
  receiver: { id: String(2 * index + 2), token: '' },
})
