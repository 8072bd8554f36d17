import type { IncomingMessage, ServerResponse } from 'node:http'
import cors from 'cors'
import * as z from 'zod'
import { BACKGROUND_HEADER } from '#schema/limits.ts'
import { PROOF_HEADER } from '#schema/proof.ts'
import { ROUTES, type Route } from '#schema/routes.ts'
import { STREAM_HEADER } from '#schema/stream-id.ts'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import type { Origins } from '#server/platform/http/origins.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import { ANSWER_HEADERS } from './answer-headers.ts'
import { refuse } from './refuse.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']
/** Headers that a browser names in a preflight although no route declares them. */
const GENERAL = ['accept', 'accept-language', 'authorization', 'content-type', 'last-event-id']
const INPUT = { io: 'input', unrepresentable: 'any' } as const
/** The headers of the contract. Only payment providers send those of webhooks, which any page may call. */
const TAKEN = new Set([
  ...GENERAL,
  ...Object.values<Route>(ROUTES).flatMap(({ headers, anyPage }) =>
    headers && !anyPage ? Object.keys(z.toJSONSchema(headers, INPUT).properties ?? {}) : [],
  ),
  BACKGROUND_HEADER,
  PROOF_HEADER,
  STREAM_HEADER,
])
/** What a page may read. Browsers never show cookies. */
const SHOWN = [
  'Content-Disposition',
  ...Object.values(ANSWER_HEADERS).filter((name) => name !== ANSWER_HEADERS.SessionCookie),
]
/** Seconds that a browser may remember a permission for: as many as Chromium allows. */
const REMEMBERED = 7_200

/** The first segments of the API's paths. Pages and development aids are not for other origins. */
const API = new Set([
  'api',
  'graphql',
  'subscribe',
  ...Object.values(ROUTES).map(({ path }) => path.split('/')[1] ?? ''),
])
const isApi = (url: string) => API.has(/^\/([^/?]*)/.exec(url)?.[1] ?? '')

interface CrossOrigin {
  /** Sets the CORS headers of an answer. Returns true when the request was a preflight, which it has answered. */
  answers(request: IncomingMessage, response: ServerResponse): boolean
}

/** Lets pages of the listed origins call the API with a bearer token. They never get to use the cookie. */
export function createCrossOrigin({
  origins,
  headers,
  texts,
}: {
  origins: Origins
  headers: ConstantHeaders
  texts: Texts
}): CrossOrigin {
  const share = cors({
    origin: [...origins.listed],
    credentials: false,
    methods: METHODS,
    allowedHeaders: [...TAKEN],
    exposedHeaders: SHOWN,
    maxAge: REMEMBERED,
  })

  return {
    answers(request, response) {
      const isPreflight =
        request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
      if ((origins.listed.length === 0 && !isPreflight) || !isApi(request.url ?? '')) return false
      if (isPreflight && origins.pageOf(request) !== 'listed') {
        const failure = new ApiError('FORBIDDEN', text('Pages of this origin cannot call the API.'))
        const say = texts.accepted(request.headers['accept-language'])
        refuse(response, failure, { ...headers, Vary: 'Origin' }, say)
        return true
      }
      let isAnswered = true
      share(request, response, () => {
        isAnswered = false
      })
      return isAnswered
    },
  }
}
