import type { IncomingMessage, ServerResponse } from 'node:http'
import { ROUTES } from '#schema/routes.ts'
import { streamIdOf } from '#schema/stream-id.ts'
import type { Domains } from '#server/domains/index.ts'
import type { FailureLog } from '#server/platform/logging/failure-log.ts'
import type { Respond } from '#server/transports/http/respond.ts'
import { type AddRoute, answer, type RoutedExchange } from './route-handler.ts'

const { method: METHOD, path: PATH } = ROUTES.sendMessage

/**
 * Adds the message route, and returns a function that answers it without Koa: it is by far the most frequent call (decision
 * 14). The function returns false for every other request; the router answers the route with a query string.
 */
export function addMessageRoute(
  add: AddRoute,
  { chat }: Pick<Domains, 'chat'>,
  respond: Respond,
  log: Pick<FailureLog, 'error'>,
): (request: IncomingMessage, response: ServerResponse) => boolean {
  const answerRoute = add(ROUTES.sendMessage, async ({ member, body, request }) =>
    answer(200, await chat.send(member, body, streamIdOf(request.headers))),
  )

  async function respondTo(request: IncomingMessage, response: ServerResponse) {
    const exchange = new MessageExchange(request)
    const work = async () => {
      const { status, body } = await answerRoute(exchange)
      exchange.status = status
      exchange.body = body
    }
    await respond(exchange, work, routeOf)
    exchange.send(response)
  }

  return (request, response) => {
    if (request.url !== PATH || request.method !== METHOD) return false
    respondTo(request, response).catch((error: unknown) => {
      log.error({ error }, 'connection failed')
      response.destroy()
    })
    return true
  }
}

const routeOf = () => PATH

/** What Koa's context is for the other routes. */
class MessageExchange implements RoutedExchange {
  readonly req: IncomingMessage
  readonly method = METHOD
  readonly path = PATH
  readonly querystring = ''
  readonly params = {}
  readonly query = {}
  status = 200
  body: unknown = null
  readonly #headers: Record<string, string | string[]> = { 'Content-Type': 'application/json; charset=utf-8' }

  constructor(req: IncomingMessage) {
    this.req = req
  }

  set(headers: Record<string, string>) {
    Object.assign(this.#headers, headers)
  }

  append(name: 'Set-Cookie', value: string) {
    this.#headers[name] = [this.#headers[name] ?? [], value].flat()
  }

  send(response: ServerResponse) {
    const text = JSON.stringify(this.body)
    this.#headers['Content-Length'] = String(Buffer.byteLength(text))
    response.writeHead(this.status, this.#headers).end(text)
  }
}
