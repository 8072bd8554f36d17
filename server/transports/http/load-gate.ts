import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from '#schema/translatable.ts'
import { ApiError } from '#server/platform/errors.ts'
import type { ConstantHeaders } from '#server/platform/http/api-headers.ts'
import type { Importance, LoadShedder } from '#server/platform/overload/load-shedder.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import { refuse } from './refuse.ts'
import { createRequestImportance } from './request-importance.ts'

/** When a refused client may try again, in seconds: a random time between the two, or all would return at once. */
const RETRY_AFTER = { least: 1, most: 4 }

export interface LoadGate {
  /** Answers with 503 if the node is too busy for the request. Returns whether it did. */
  refuses(request: IncomingMessage, response: ServerResponse): boolean
}

/** Refuses requests before they cost more than the parsing of their head. */
export function createLoadGate({
  shedder,
  headers,
  texts,
  random = Math.random,
}: {
  shedder: LoadShedder
  headers: ConstantHeaders
  texts: Texts
  random?: () => number
}): LoadGate {
  const importanceOf = createRequestImportance()
  const leave: Record<Importance, () => void> = {
    vital: () => shedder.leave('vital'),
    normal: () => shedder.leave('normal'),
    deferrable: () => shedder.leave('deferrable'),
  }

  function refuseBusy(request: IncomingMessage, response: ServerResponse) {
    const { least, most } = RETRY_AFTER
    const retryAfterSeconds = least + Math.floor(random() * (most - least + 1))
    const message = text('Too many people are here right now. Please try again in a moment.')
    const failure = new ApiError('UNAVAILABLE', message, { retryAfterSeconds })
    refuse(response, failure, headers, texts.accepted(request.headers['accept-language']))
  }

  return {
    refuses(request, response) {
      const importance = importanceOf(request)
      if (importance === null) return false
      const isAdmitted = shedder.enter(importance)
      if (isAdmitted) response.once('close', leave[importance])
      else refuseBusy(request, response)
      return !isAdmitted
    },
  }
}
