import type { IncomingMessage } from 'node:http'
import type * as z from 'zod'
import type { Route } from '#schema/routes.ts'
import type { Member } from '#server/domains/accounts/index.ts'
import type { Say } from '#server/platform/texts/texts.ts'

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

/** Adds a route of the contract. A request passes access, its models, the handler, and the model of the response. */
export type AddRoute = <const R extends Route>(route: R, handler: RouteHandler<R>) => void
