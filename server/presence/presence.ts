/** Who has at least one live stream open, on any node. */
export interface Presence {
  /** A stream opened; true when the person came online by it. */
  opened(userId: string, interests: readonly string[]): Promise<boolean>
  /** A stream closed; true when the person went offline by it. */
  closed(userId: string): Promise<boolean>
  /** Somebody's interests are others now; nothing happens unless they are online. */
  changed(userId: string, interests: readonly string[]): Promise<void>
  online(userIds: readonly string[]): Promise<Set<string>>
  /** How many other people online share at least one interest, counted up to `cap`. */
  countSharing(interests: readonly string[], exceptUserId: string, cap: number): Promise<number>
  count(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

const foldInterest = (interest: string) => interest.normalize('NFKC').trim().toLocaleLowerCase()

export const foldInterests = (interests: readonly string[]) => [...new Set(interests.map(foldInterest))]
