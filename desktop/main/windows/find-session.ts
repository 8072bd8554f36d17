import { i18n } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { WebContents } from 'electron'
import type { FindBarMessage, FindStep } from '#schema/find-bar.ts'

export interface FindSession {
  /** Returns the last text; empty without one. */
  text(): string
  /** Finds a text. An empty one clears the matches. */
  find(text: string): void
  /** Goes to another match of the last text. */
  step(step: FindStep): void
  /** Finds the last text again, if there is one. */
  repeat(): void
  end(selection: 'clearSelection' | 'keepSelection'): void
  forget(): void
}

/** Finds text in a page, and reports the matches to the find bar. */
export function createFindSession(page: WebContents, send: (message: FindBarMessage) => void): FindSession {
  let text = ''
  /** The id of the current request. Without one, the next request begins a session. */
  let request: number | null = null

  function look(options: { begin: boolean; forward: boolean }) {
    // Electron names Chromium's `new_session` findNext: it is true for a first request (electron/electron#29077).
    if (text !== '') request = page.findInPage(text, { findNext: options.begin, forward: options.forward })
  }
  function end(selection: 'clearSelection' | 'keepSelection') {
    request = null
    if (!page.isDestroyed()) page.stopFindInPage(selection)
  }
  page.on('found-in-page', (_event, { requestId, activeMatchOrdinal, matches, finalUpdate }) => {
    if (!finalUpdate || requestId !== request) return
    const label =
      matches === 0 ? t(i18n)`No results` : t(i18n)`${{ active: activeMatchOrdinal }} of ${matches}`
    send({ type: 'result', label, matches })
  })

  const repeat = () => look({ begin: true, forward: true })
  return {
    text: () => text,
    find(wanted) {
      text = wanted
      if (text !== '') return repeat()
      end('clearSelection')
      send({ type: 'cleared' })
    },
    step: (wanted) => look({ begin: request === null, forward: wanted === 'next' }),
    repeat,
    end,
    forget() {
      text = ''
    },
  }
}
