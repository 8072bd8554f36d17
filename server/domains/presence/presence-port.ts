/**
 * Who is online on any node: members with a live stream, and members whose last stream closed less than the grace ago.
 * A reload therefore changes nothing that other members see. Counts and lists include the members within the grace.
 */
export interface Presence {
  /** A stream opened. Returns true when the member came online; false when they were online already. */
  opened(userId: string, interests: readonly string[]): Promise<boolean>
  /** A stream closed. A member without another stream after the grace goes offline; `onOffline` is called once. */
  closed(userId: string): Promise<void>
  /** The member changed their interests. Does nothing unless they are online. */
  changed(userId: string, interests: readonly string[]): Promise<void>
  online(userIds: readonly string[]): Promise<Set<string>>
  /** Returns the members who have a stream at this moment, without those within the grace. */
  connected(userIds: readonly string[]): Promise<Set<string>>
  /** Returns how many members online share at least one interest, without those in `except`, counted up to `cap`. */
  countSharing(interests: readonly string[], except: readonly string[], cap: number): Promise<number>
  count(): Promise<number>
  [Symbol.asyncDispose](): Promise<void>
}
