import { describe, expect, it } from 'vitest'
import { createThemeStore } from '#web/state/theme.ts'
import { createStorage } from '../../kit/storage.ts'

/** A browser whose system preference for dark the test can change. */
function browser({
  systemDark = false,
  stored,
  painted,
}: {
  systemDark?: boolean
  stored?: string
  painted?: string
} = {}) {
  const storage = createStorage()
  if (stored !== undefined) storage.setItem('ui-theme', stored)
  const root: { dataset: DOMStringMap } = { dataset: painted ? { theme: painted } : {} }
  const media = Object.assign(new EventTarget(), { matches: systemDark })
  const theme = createThemeStore({ storage, root, systemDark: media })
  return {
    storage,
    root,
    theme,
    systemTurns(dark: boolean) {
      media.matches = dark
      media.dispatchEvent(new Event('change'))
    },
  }
}

describe('the theme', () => {
  // covers: 1-theme-is-stored
  it('stays light while nothing is stored and the system does not prefer dark', () => {
    expect(browser().theme.getState()).toBe('light')
  })

  it('corrects a page whose first paint came before a change of the preference', () => {
    const { root, theme } = browser({ painted: 'dark' })
    expect([root.dataset.theme, theme.getState()]).toEqual(['light', 'light'])
  })

  // covers: 1-dark-preference-of-the-system
  it('follows the dark preference of the system while nothing is stored', () => {
    const { theme, root, storage, systemTurns } = browser({ systemDark: true })
    expect(theme.getState()).toBe('dark')
    systemTurns(false)
    expect([theme.getState(), root.dataset.theme]).toEqual(['light', 'light'])
    systemTurns(true)
    expect([theme.getState(), root.dataset.theme]).toEqual(['dark', 'dark'])
    expect(storage.getItem('ui-theme')).toBeNull()
  })

  // covers: 1-theme-is-stored
  it('keeps the chosen theme when the system prefers the other', () => {
    const { theme, root, storage, systemTurns } = browser({ systemDark: true })
    theme.toggle()
    expect(storage.getItem('ui-theme')).toBe('light')
    systemTurns(false)
    systemTurns(true)
    expect([theme.getState(), root.dataset.theme]).toEqual(['light', 'light'])
    expect(browser({ systemDark: true, stored: 'light' }).theme.getState()).toBe('light')
    expect(browser({ stored: 'dark' }).theme.getState()).toBe('dark')
  })

  it('follows the theme that another tab stored', () => {
    const { theme, root, storage } = browser()
    storage.setItem('ui-theme', 'dark')
    theme.follow()
    expect([theme.getState(), root.dataset.theme]).toEqual(['dark', 'dark'])
  })
})
