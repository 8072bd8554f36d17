import { t } from '@lingui/core/macro'
import { ApiFailure } from './failure.ts'

/** The longest text that is shown, in characters. */
const LONGEST = 300

/**
 * Returns the failure for a refusal that is not the server's own: its status and its text, or its status text (spec §8). The
 * page of a proxy is not shown; a sentence stands in its place.
 */
export function unreadableAnswer(response: Response, text = ''): ApiFailure {
  const isPage = /html|xml/.test(response.headers.get('content-type') ?? '') || /^\s*</.test(text)
  const own = isPage || text.length > LONGEST ? '' : text.trim()
  const sentence =
    response.status < 500
      ? t`Received invalid data from server. Please try again.`
      : t`We had a short interruption. Please try again in a few seconds.`
  const reason = own || (isPage ? sentence : response.statusText || sentence)
  return new ApiFailure(response.status, 'UNREADABLE', `${response.status}: ${reason}`)
}
