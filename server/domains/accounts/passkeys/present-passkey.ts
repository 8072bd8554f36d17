import type { PasskeyModel } from '#server/platform/postgres/index.ts'

/** A passkey as its owner sees it, without its key. */
export interface Passkey {
  id: string
  name: string
  created: Date
  /** Null until it is used. */
  lastUsed: Date | null
  /** Whether the owner's other devices have it too. */
  synchronized: boolean
}

export const presentPasskey = ({ id, name, created, lastUsed, backedUp }: PasskeyModel): Passkey => ({
  id,
  name,
  created,
  lastUsed,
  synchronized: backedUp,
})
