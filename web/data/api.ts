import type * as z from 'zod'
import type { ROUTES, Route, RouteName } from '#schema/routes.ts'
import { loadErrors, loadRoutes } from './contract.ts'
import { ApiFailure } from './failure.ts'

type Routes = typeof ROUTES
type Part<Name extends RouteName, Key extends 'params' | 'query' | 'body'> =
  Routes[Name] extends Record<Key, infer Model extends z.ZodType> ? Record<Key, z.input<Model>> : unknown
export type CallInput<Name extends RouteName> = Part<Name, 'params'> &
  Part<Name, 'query'> &
  Part<Name, 'body'> & { signal?: AbortSignal; headers?: Record<string, string> }
export type Answer<Name extends RouteName> = {
  [Status in keyof Routes[Name]['responses'] & number]: {
    status: Status
    data: Routes[Name]['responses'][Status] extends z.ZodType
      ? z.output<Routes[Name]['responses'][Status]>
      : never
  }
}[keyof Routes[Name]['responses'] & number]

export interface ApiEvents {
  /** A session was refused. */
  unauthorized(): void
  /** One answer 429. */
  rateLimited(): void
  succeeded(): void
}

export interface Api {
  /** @throws ApiFailure; a DOMException when aborted */
  call<Name extends RouteName>(name: Name, input: CallInput<Name>): Promise<Answer<Name>>
  url(path: string): string
}

interface ApiDeps {
  fetch: typeof fetch
  token(): string | null
  events: ApiEvents
  /** Before every path; empty where the server that serves the page is the one to call. */
  base: string
}

function pathOf(route: Route, params: Record<string, string> = {}, query: Record<string, string> = {}) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  )
  const search = new URLSearchParams(query).toString()
  return search ? `${path}?${search}` : path
}

interface LooseInput {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  signal?: AbortSignal
  headers?: Record<string, string>
}

export function createApi({ fetch, token, events, base }: ApiDeps): Api {
  async function send(route: Route, { params, query, body, signal, headers }: LooseInput) {
    const bearer = route.access === 'member' ? token() : null
    const text = route.bodyType === 'text'
    const init: RequestInit = {
      method: route.method,
      credentials: 'include',
      headers: {
        ...headers,
        ...(bearer ? { Authorization: `Bearer ${bearer}` } : {}),
        ...(body === undefined ? {} : { 'Content-Type': text ? 'text/plain' : 'application/json' }),
      },
      ...(body === undefined ? {} : { body: text ? String(body) : JSON.stringify(body) }),
      ...(signal ? { signal } : {}),
    }
    try {
      return await fetch(base + pathOf(route, params, query), init)
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') throw error
      throw new ApiFailure(0, 'NETWORK', 'We cannot reach the server. Check your connection and try again.')
    }
  }

  /** The error policy of spec §8. */
  async function refuse(route: Route, response: Response): Promise<never> {
    const text = await response.text()
    const { errorBody } = await loadErrors()
    const parsed = errorBody.safeParse(asJson(text))
    if (response.status === 401 && !route.path.startsWith('/auth')) events.unauthorized()
    if (response.status === 429) {
      events.rateLimited()
      throw new ApiFailure(429, 'RATE_LIMITED', '429: Please slow down. Too many requests in a short time.')
    }
    if (parsed.success) {
      throw new ApiFailure(response.status, parsed.data.code, parsed.data.message, parsed.data.fields)
    }
    throw new ApiFailure(response.status, 'UNREADABLE', `${response.status}: ${text || response.statusText}`)
  }

  return {
    url: (path) => base + path,
    async call(name, input) {
      const route: Route = (await loadRoutes()).ROUTES[name]
      const response = await send(route, input as LooseInput)
      const model = route.responses[response.status]
      if (!model) return refuse(route, response)
      const result = model.safeParse(asJson(await response.text()))
      if (!result.success) {
        throw new ApiFailure(
          response.status,
          'UNREADABLE',
          'Received invalid data from server. Please try again.',
        )
      }
      events.succeeded()
      return { status: response.status, data: result.data } as Answer<typeof name>
    },
  }
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
