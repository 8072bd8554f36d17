import { i18n } from '@lingui/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { User } from '#schema/account.ts'
import { createSafeStorage } from '#web/data/safe-storage.ts'
import { followLanguage } from '#web/state/session/follow-language.ts'
import { createStorage } from '../../kit/storage.ts'
import { aUser } from './kit.ts'

afterEach(() => i18n.activate('en'))

interface Page {
  locale?: string
  pathname?: string
  user?: User | null
  browserStorage?: Pick<Storage, 'getItem' | 'setItem'>
}

/** Follows the language of a German member, on a page that can store it unless the test changes that. */
function follow(page: Page = {}) {
  const { locale = 'de', pathname = '/', user = aUser({ language: 'de' }) } = page
  const browserStorage = { ...createStorage(), ...page.browserStorage }
  const storage = createSafeStorage(() => browserStorage)
  i18n.activate(locale)
  const location = { pathname, search: '?a=1', hash: '#b', replace: vi.fn() }
  const history = { state: { idx: 3 }, replaceState: vi.fn() }
  const state = user
    ? ({ status: 'member', user, figures: null } as const)
    : ({ status: 'visitor', user, figures: null } as const)
  followLanguage({ session: { getState: () => state }, storage, location, history })
  return { storage, loaded: location.replace, replaced: history.replaceState }
}

describe('the language of the account', () => {
  // covers: design-language-saved-to-account
  it('goes into the storage, and a page in another language loads again without a language in its address', () => {
    const { storage, loaded, replaced } = follow({ locale: 'hi', pathname: '/hi/faq' })
    expect(storage.getItem('language')).toBe('de')
    expect(loaded.mock.calls).toEqual([['/faq?a=1#b']])
    expect(replaced).not.toHaveBeenCalled()
  })

  it('leaves a page in the same language as it is', () => {
    const { storage, loaded, replaced } = follow()
    expect(storage.getItem('language')).toBe('de')
    expect(loaded).not.toHaveBeenCalled()
    expect(replaced).not.toHaveBeenCalled()
  })

  it('leaves the address of a page in the same language, without a load', () => {
    const { loaded, replaced } = follow({ pathname: '/de/faq' })
    expect(replaced.mock.calls).toEqual([[{ idx: 3 }, '', '/faq?a=1#b']])
    expect(loaded).not.toHaveBeenCalled()
  })

  it.each(['/hi//evil.example/x', '//evil.example/x'])(
    'keeps a member who opens %s on this server',
    (pathname) => {
      const { loaded } = follow({ locale: 'hi', pathname })
      expect(loaded.mock.calls).toEqual([['/evil.example/x?a=1#b']])
    },
  )

  it('leaves the address of a page in the same language, which stays on this server', () => {
    const { replaced } = follow({ pathname: '/de//evil.example/x' })
    expect(replaced.mock.calls).toEqual([[{ idx: 3 }, '', '/evil.example/x?a=1#b']])
  })

  it('does not concern visitors', () => {
    const { storage, loaded } = follow({ locale: 'hi', user: null })
    expect(storage.getItem('language')).toBeNull()
    expect(loaded).not.toHaveBeenCalled()
  })

  // covers: design-language-without-storage
  it('does not load a page again and again that stores nothing', () => {
    const browserStorage = { setItem: () => undefined, getItem: () => null }
    expect(follow({ locale: 'hi', browserStorage }).loaded).not.toHaveBeenCalled()
  })

  // covers: design-language-without-storage
  it('does not load a page again whose storage is forbidden or full, and reports no error', () => {
    const browserStorage = {
      setItem() {
        throw new DOMException('full', 'QuotaExceededError')
      },
      getItem: () => 'hi',
    }
    expect(follow({ locale: 'hi', browserStorage }).loaded).not.toHaveBeenCalled()
  })
})
