import { createHash } from 'node:crypto'
import type { DesktopEvent } from '#schema/desktop.ts'

/**
 * Returns the tag that Windows passes back when a notification is used: `type=click&tag=…`
 * (windows_toast_activator.cc).
 */
export const tagOf = ({ kind, conversationId }: DesktopEvent, server: string) =>
  `${kind}-${conversationId}-${hashOf(server)}`

/** Matches the tags of this version, and of earlier ones, which did not contain the server. */
const TAG =
  /(?:^|&)tag=((match|message|left|not-sent|knock|accepted|ring)-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-([0-9a-f]{8}))?)(?:&|$)/

/** Reads the tag in the arguments of a used notification; null without a valid one. */
export function readTag(activation: string) {
  const [, tag, kind, conversationId, hash] = TAG.exec(activation) ?? []
  if (!tag || !kind || !conversationId) return null
  return {
    tag,
    kind,
    conversationId,
    isOf: (server: string) => hash === undefined || hash === hashOf(server),
  }
}

/** Returns a hash of the server's address, because a tag has only 64 characters. */
const hashOf = (server: string) => createHash('sha256').update(server).digest('hex').slice(0, 8)
