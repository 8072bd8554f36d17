import type { IncomingMessage } from 'node:http'
import type { YogaServerInstance } from 'graphql-yoga'
import type { Member } from '#server/domains/accounts/index.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.ts'
import type { Say } from '#server/platform/texts/texts.ts'
import type { GraphqlContext } from '#server/transports/graphql/builder.ts'
import type { SocketLimits } from './socket-limits.ts'

export interface SocketDeps {
  yoga: YogaServerInstance<GraphqlContext, object>
  contextOf(member: Member, request: IncomingMessage): GraphqlContext
  /** Returns the member of a session token. Browsers cannot send it as a header with a WebSocket. */
  memberByToken(token: string): Promise<Member | null>
  limits: RateLimits
  /** Returns the texts in the language of a request. */
  sayTo(request: IncomingMessage): Say
  /** Returns the address of a connection, for the limits by network. */
  addressOf(request: IncomingMessage): string
  origins: Pick<Origins, 'pageOf'>
  socketLimits: SocketLimits
  onError(error: unknown): void
}
