import { interestKey } from '#schema/interests.ts'

/**
 * Who is online on any node: members with a live stream, and members whose last stream closed less than the grace ago.
 * A reload therefore changes nothing that others see. Counts and lists include the members within the grace.
 */
export interface Presence {
  /** A stream opened. True when the member came online by it; false when they were online already. */
  opened(userId: string, interests: readonly string[]): Promise<boolean>
  /** A stream closed. A member without another stream after the grace goes offline; one `onOffline` call tells so. */
  closed(userId: string): Promise<void>
  /** Somebody's interests are others now; nothing happens unless they are online. */
  changed(userId: string, interests: readonly string[]): Promise<void>
  online(userIds: readonly string[]): Promise<Set<string>>
  /** The members who have a stream at this moment; the grace does not count. */
  connected(userIds: readonly string[]): Promise<Set<string>>
  /** How many other people online share at least one interest, counted up to `cap`. */
  countSharing(interests: readonly string[], exceptUserId: string, cap: number): Promise<number>
  count(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}

export const foldInterests = (interests: readonly string[]) => [...new Set(interests.map(interestKey))]
