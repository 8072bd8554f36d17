import type { IncomingMessage } from 'node:http'
import type * as z from 'zod'
import type { Route } from '#schema/routes.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import type { Say } from '#server/platform/texts/texts.ts'
import type { Exchange } from '#server/transports/http/respond.ts'

type Parsed<Model> = Model extends z.ZodType ? z.output<Model> : undefined

export interface RouteInput<R extends Route> {
  params: Parsed<R['params']>
  query: Parsed<R['query']>
  headers: Parsed<R['headers']>
  body: Parsed<R['body']>
  member: R['access'] extends 'public' ? null : Member
  address: string
  userAgent: string | null
  /** The request carried an unused proof of work. */
  hasProofOfWork: boolean
  /** Returns a text in the language of the request. */
  say: Say
  /** The raw request, for what only few routes need. */
  request: IncomingMessage
  setCookie(cookie: string): void
}

export type RouteAnswer<R extends Route> = {
  [Status in keyof R['responses'] & number]: { status: Status; body: z.input<R['responses'][Status]> }
}[keyof R['responses'] & number]

export const answer = <const Status extends number, const Body>(status: Status, body: Body) => ({
  status,
  body,
})

export type RouteHandler<R extends Route> = (input: RouteInput<R>) => Promise<RouteAnswer<R>>

/** A request whose route is known. A context of Koa's router is one. */
export interface RoutedExchange extends Exchange {
  readonly querystring: string
  readonly params: object
  readonly query: object
  append(name: 'Set-Cookie', value: string): void
}

/** Answers the requests of one route with a body of the route's model for the status. */
export type AnswerRoute = (exchange: RoutedExchange) => Promise<{ status: number; body: unknown }>

/** Adds a route of the contract, and returns what answers it. */
export type AddRoute = <const R extends Route>(route: R, handler: RouteHandler<R>) => AnswerRoute
