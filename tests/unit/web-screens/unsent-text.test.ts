import { createElement } from 'react'
import { describe, expect, it } from 'vitest'
import { STORAGE_KEYS } from '#web/data/storage-keys.ts'
import { Decision } from '#web/screens/safety/decision.tsx'
import { useUnsentText } from '#web/screens/shared/forms/use-unsent-text.ts'
import { signedIn } from '../web-state/kit.ts'
import { type Drawing, drawMarkup, drawTexts, runHook, untilDrawn } from './draw.tsx'

const Shown = ({ name }: { name: string }) => useUnsentText(name)[0]
/** Returns the text that the page with this form shows when it opens. */
const openPage = (drawing: Drawing, name: string) => drawMarkup(drawing, createElement(Shown, { name }))

describe('an unsent text of a page', () => {
  // covers: beyond-unsent-text-outlasts-page
  it('returns with the page, for the same form only, until it is empty', async () => {
    const browser = await signedIn()
    const form = await runHook(browser, () => useUnsentText('appeal 1'))
    form()[1]('It was a quotation.')
    await untilDrawn(() => expect(form()[0]).toBe('It was a quotation.'))
    expect(await openPage(browser, 'appeal 1')).toBe('It was a quotation.')
    expect(await openPage(browser, 'appeal 2')).toBe('')
    form()[1]('')
    expect(await openPage(browser, 'appeal 1')).toBe('')
  })

  it('stays with its member', async () => {
    const browser = await signedIn()
    const form = await runHook(browser, () => useUnsentText('note'))
    form()[1]('Seen before')
    await untilDrawn(() => expect(form()[0]).toBe('Seen before'))
    const other = await signedIn({ id: '01999999-0000-7000-8000-000000000009' })
    const { tabStorage } = browser.services
    expect(await openPage({ services: { ...other.services, tabStorage } }, 'note')).toBe('')
  })

  it('opens no appeal once the decision has been reversed', async () => {
    const browser = await signedIn()
    const { session, tabStorage } = browser.services
    const key = `${STORAGE_KEYS.unsentText} ${session.getState().user?.id} appeal 1`
    tabStorage.setItem(key, 'It was a quotation.')
    const warning = {
      actionId: '1',
      kind: 'WARN',
      reason: 'Please stay polite.',
      at: '2026-01-01T00:00:00.000Z',
      until: null,
      reversed: true,
      strikeUntil: null,
      appeal: null,
    } as const
    const texts = await drawTexts(
      browser,
      createElement(Decision, { warning, onChanged: async () => undefined }),
    )
    expect(texts).toContain('Reversed')
    expect(texts).not.toContain('What did we get wrong?')
  })
})
