import { t } from '@lingui/core/macro'
import type * as z from 'zod'
import { errorBody } from '#schema/errors.ts'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { PROOF_HEADER, type ProofChallenge } from '#schema/proof.ts'
import { ROUTES, type Route, type RouteName } from '#schema/routes.ts'
import { createDeadline } from './deadline.ts'
import { ApiFailure, isAbort, unreachable } from './failure.ts'
import { unreadableAnswer } from './unreadable-answer.ts'

type Routes = typeof ROUTES
type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> =
  Routes[Name] extends Record<Key, infer Model extends z.ZodType> ? Record<Key, z.input<Model>> : unknown
interface CallOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
  /** Completes the request even if the page closes. */
  keepalive?: boolean
}
export type CallInput<Name extends RouteName> = Part<Name, 'params'> &
  Part<Name, 'query'> &
  Part<Name, 'body'> &
  CallOptions
export type Answer<Name extends RouteName> = {
  [Status in keyof Routes[Name]['responses'] & number]: {
    status: Status
    data: Routes[Name]['responses'][Status] extends z.ZodType
      ? z.output<Routes[Name]['responses'][Status]>
      : never
  }
}[keyof Routes[Name]['responses'] & number]

export interface ApiEvents {
  /** The server refused the session of the call. `background`: the page sent it without an action of the member. */
  unauthorized(call: { background: boolean }): void
  /** The server answered 429. */
  rateLimited(): void
  /** The account is suspended. `opened` is the token of the limited session that a refused login returns. */
  suspended(opened: string | undefined): void
  succeeded(): void
  /** The browser started or finished computing a proof of work. */
  proving(on: boolean): void
}

export interface ApiDeps {
  fetch: typeof fetch
  token(): string | null
  events: ApiEvents
  /** Solves a challenge. Defaults to a web worker. */
  solve?: (challenge: ProofChallenge, signal?: AbortSignal) => Promise<string>
}

/** How many proofs one call computes at most. A proof can expire on the way; after two, a third would not help. */
const MAX_PROOFS = 2
const PROOF_REQUIRED = 428

function pathOf(route: Route, params: Record<string, string> = {}, query: Record<string, string> = {}) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

interface LooseInput extends CallOptions {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
}

/**
 * Replaces lone surrogates: an input that cuts text at its maximum length can split an emoji, and the server refuses
 * half.
 */
const wellFormed = (_: string, value: unknown) =>
  typeof value === 'string' ? value.replace(/\p{Cs}/gu, '\ufffd') : value

async function send(
  { fetch }: ApiDeps,
  route: Route,
  { params, query, body, signal, headers, keepalive }: LooseInput,
  bearer: string | null,
) {
  const text = route.bodyType === 'text'
  const init: RequestInit = {
    method: route.method,
    credentials: 'include',
    headers: {
      ...headers,
      ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
      ...(body === undefined ? {} : { 'Content-Type': text ? 'text/plain' : 'application/json' }),
    },
    ...(body === undefined ? {} : { body: text ? String(body) : JSON.stringify(body, wellFormed) }),
    ...(signal ? { signal } : {}),
    ...(keepalive ? { keepalive } : {}),
  }
  try {
    return await fetch(pathOf(route, params, query), init)
  } catch (error) {
    if (isAbort(error)) throw error
    throw unreachable()
  }
}

/** Sends the request, and again with a proof of work where the server demands one. */
async function sendProven(deps: ApiDeps, route: Route, input: LooseInput, bearer: string | null) {
  let response = await send(deps, route, input, bearer)
  for (let tried = 0; response.status === PROOF_REQUIRED && tried < MAX_PROOFS; tried += 1) {
    const proof = await prove(deps, response.clone(), input.signal)
    if (!proof) break
    const headers = { ...input.headers, [PROOF_HEADER]: proof }
    response = await send(deps, route, { ...input, headers }, bearer)
  }
  return response
}

async function prove({ solve, events }: ApiDeps, response: Response, signal: AbortSignal | undefined) {
  const challenge = errorBody.safeParse(asJson(await response.text())).data?.challenge
  if (!challenge) return null
  events.proving(true)
  try {
    return await (solve ?? (await import('./solve-proof.ts')).solveProof)(challenge, signal)
  } catch (error) {
    if (isAbort(error)) throw error
    throw new ApiFailure(
      PROOF_REQUIRED,
      'PROOF_REQUIRED',
      t`This browser could not show that you are human. Please try again, or with another browser.`,
    )
  } finally {
    events.proving(false)
  }
}

/** Applies the error policy of spec §8. */
async function refuse(
  { events, token }: ApiDeps,
  route: Route,
  response: Response,
  { bearer, background }: { bearer: string | null; background: boolean },
): Promise<never> {
  if (response.status === 429) {
    events.rateLimited()
    throw new ApiFailure(429, 'RATE_LIMITED', t`429: Please slow down. Too many requests in a short time.`)
  }
  // The refusal of an earlier session does not concern the current one.
  const current = !route.path.startsWith('/auth') && bearer === token()
  if (response.status === 401 && current) events.unauthorized({ background })
  const text = await response.text()
  const parsed = errorBody.safeParse(asJson(text))
  if (parsed.success) {
    const { code, message, fields, token: opened, paymentId } = parsed.data
    if (code === 'SUSPENDED' && (opened || (bearer && bearer === token()))) events.suspended(opened)
    throw new ApiFailure(response.status, code, message, fields, paymentId)
  }
  throw unreadableAnswer(response, text)
}

/** Milliseconds after which a call without an answer fails, including the time for a proof of work. */
const ANSWER_WITHIN = 60_000

/** Calls a route and returns its parsed answer. @throws ApiFailure; a DOMException when aborted */
export async function call<Name extends RouteName>(
  deps: ApiDeps,
  name: Name,
  input: CallInput<Name>,
): Promise<Answer<Name>> {
  const deadline = createDeadline(ANSWER_WITHIN, input.signal)
  try {
    return await answerTo(deps, name, { ...input, signal: deadline.signal })
  } catch (error) {
    throw deadline.hasExpired() ? unreachable() : error
  } finally {
    deadline[Symbol.dispose]()
  }
}

async function answerTo<Name extends RouteName>(
  deps: ApiDeps,
  name: Name,
  input: CallInput<Name>,
): Promise<Answer<Name>> {
  const route: Route = ROUTES[name]
  const bearer = route.access === 'public' ? null : deps.token()
  const response = await sendProven(deps, route, input as LooseInput, bearer)
  const model = route.responses[response.status]
  // Only the page itself reads the session, never an action of the member.
  const background = name === 'getSession' || input.headers?.[BACKGROUND_HEADER] !== undefined
  if (!model) return refuse(deps, route, response, { bearer, background })
  const result = model.safeParse(asJson(await response.text()))
  if (!result.success) {
    throw new ApiFailure(
      response.status,
      'UNREADABLE',
      t`Received invalid data from server. Please try again.`,
    )
  }
  deps.events.succeeded()
  return { status: response.status, data: result.data } as Answer<Name>
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
