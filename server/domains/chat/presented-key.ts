import { releasedKey } from '#server/platform/postgres/released-key.ts'

/** The keys that earlier versions stored with a released message. They name its row in `held_message`. */
const HELD_KEY = /^held:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/

/**
 * Returns the clientMessageId that members see for a stored one. A key that shows that the message was held becomes the
 * key that it would have today.
 */
export function presentedKey(stored: string | null): string | null {
  const [, heldId] = HELD_KEY.exec(stored ?? '') ?? []
  return heldId === undefined ? stored : releasedKey(heldId)
}
