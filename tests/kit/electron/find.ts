import type { FindInPageOptions, FoundInPageResult } from 'electron'

/**
 * Chromium's find in page, as Electron passes it on (electron_api_web_contents.cc): `findNext` begins a session, a
 * request without a session is never answered, and an answer comes later, in several updates, also to a request that a
 * newer one has followed.
 */
export class FindDouble {
  private requests = 0
  private session: { active: number } | null = null

  find(
    page: string,
    text: string,
    { findNext = false, forward = true }: FindInPageOptions,
    answer: (result: FoundInPageResult) => void,
  ): number {
    if (text === '') throw new TypeError('Must provide a non-empty search content')
    this.requests += 1
    const requestId = this.requests
    const matches = page.toLowerCase().split(text.toLowerCase()).length - 1
    if (findNext) this.session = { active: forward ? 0 : matches + 1 }
    const { session } = this
    if (!session) return requestId
    session.active = matches === 0 ? 0 : ((session.active + (forward ? 0 : -2) + matches) % matches) + 1
    const { active } = session
    const result = { requestId, selectionArea: { x: 0, y: 0, width: 0, height: 0 } }
    setImmediate(() => {
      answer({ ...result, activeMatchOrdinal: 0, matches: Math.min(matches, 1), finalUpdate: false })
      answer({ ...result, activeMatchOrdinal: active, matches, finalUpdate: true })
    })
    return requestId
  }
  end() {
    this.session = null
  }
}
