import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createBrowserTranslation } from '#web/data/browser-translation.ts'
import { createTranslationDesk } from '#web/state/moderation/translation-desk.ts'
import { installTranslator, type TranslatorBehaviour } from '../../kit/translator-double.ts'

const GERMAN = 'Lass mich in Ruhe'
const HINDI = 'मुझे अकेला छोड़ दो'
const LANGUAGES = [
  [GERMAN, 'de'],
  [HINDI, 'hi'],
  ['Hello', 'en'],
] as const

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function openDesk(behaviour: TranslatorBehaviour = {}, reader = 'en') {
  const scope = {}
  const double = installTranslator({ languages: LANGUAGES, translator: 'available', ...behaviour }, scope)
  const desk = createTranslationDesk({ browser: createBrowserTranslation(scope), reader: () => reader })

  /** A text that is shown, after the browser has been asked about it. */
  async function show(text: string, authorLanguage: string | null) {
    const translation = desk.translationOf(text, authorLanguage)
    if (!translation) throw new Error('the browser can translate')
    await translation.check()
    return {
      ...translation,
      step: () => translation.getState().step,
      /** A press of the button, and what it leads to. */
      async press() {
        double.press()
        await translation.translate()
        return translation.getState()
      },
    }
  }
  return { ...double, desk, show }
}

describe('the offer to translate', () => {
  it('does not appear in a browser without the Translator API', () => {
    const desk = createTranslationDesk({ browser: createBrowserTranslation({}), reader: () => 'en' })
    expect(desk.translationOf(GERMAN, 'de')).toBeNull()
  })

  it('follows the language that the browser finds in the text', async () => {
    const { show } = openDesk({ detector: 'available' })
    expect((await show(GERMAN, 'en')).step()).toBe('OFFERED')
    expect((await show('Hello', 'de')).step()).toBe('UNNEEDED')
  })

  it('follows the author’s interface when the browser cannot detect or is unsure', async () => {
    for (const detector of ['unavailable', 'available'] as const) {
      const { show } = openDesk({ detector })
      expect((await show('ok', 'de')).step()).toBe('OFFERED')
      expect((await show('ok', 'en')).step()).toBe('UNNEEDED')
      expect((await show('ok', null)).step()).toBe('UNNEEDED')
    }
  })

  it('ignores regions and scripts of one language', async () => {
    const { show } = openDesk({}, 'pt-BR')
    expect((await show('ok', 'pt')).step()).toBe('UNNEEDED')
  })

  it('appears while only a download would tell the language, and downloads nothing itself', async () => {
    const { show, calls } = openDesk({ detector: 'downloadable' })
    expect((await show('Hello', 'en')).step()).toBe('OFFERED')
    expect(calls).toEqual([])
  })

  it('ends for texts in the reader’s language once another press has loaded the detector', async () => {
    const { show } = openDesk({ detector: 'downloadable' })
    const [german, english] = [await show(GERMAN, 'en'), await show('Hello', 'en')]
    await german.press()
    await vi.waitFor(() => expect(english.step()).toBe('UNNEEDED'))
    expect(german.step()).toBe('TRANSLATED')
  })
})

describe('a translation', () => {
  it('starts from the language that the browser finds', async () => {
    const { show } = openDesk({ detector: 'available' })
    expect(await (await show(HINDI, 'en')).press()).toEqual({
      step: 'TRANSLATED',
      from: 'hi',
      to: 'en',
      translation: `[hi en] ${HINDI}`,
    })
  })

  it('starts from the language of the author’s interface when the browser finds none', async () => {
    const { show } = openDesk({ detector: 'unavailable' })
    expect(await (await show(GERMAN, 'de')).press()).toMatchObject({ step: 'TRANSLATED', from: 'de' })
  })

  it('hides, and shows again without another call', async () => {
    const { show, calls } = openDesk({ detector: 'available' })
    const text = await show(GERMAN, 'de')
    await text.press()
    text.stop()
    expect(text.step()).toBe('OFFERED')
    const before = [...calls]
    expect((await text.press()).step).toBe('TRANSLATED')
    expect(calls).toEqual(before)
  })

  it('shares the model of its languages with other texts', async () => {
    const { show, calls } = openDesk()
    await (await show(GERMAN, 'de')).press()
    await (await show('Hallo', 'de')).press()
    expect(calls.filter((call) => call === 'create de en')).toHaveLength(1)
  })

  it('reports how far the download is', async () => {
    const { show, progress, release } = openDesk({ translator: 'downloadable', holdsDownload: true })
    const text = await show(GERMAN, 'de')
    const pressed = text.press()
    await vi.waitFor(() => {
      progress(0.4)
      expect(text.getState()).toEqual({ step: 'WORKING', loaded: 0.4 })
    })
    release()
    expect((await pressed).step).toBe('TRANSLATED')
  })

  // covers: beyond-moderators-translate
  it('needs another press when the detector’s download used up the first one', async () => {
    const { show } = openDesk({ detector: 'downloadable', translator: 'downloadable' })
    const text = await show(GERMAN, 'en')
    expect((await text.press()).step).toBe('PRESS_AGAIN')
    expect((await text.press()).step).toBe('TRANSLATED')
  })

  it('fails when the browser refuses a download in two presses', async () => {
    const { show } = openDesk({ createErrors: ['NotAllowedError', 'NotAllowedError'] })
    const text = await show(GERMAN, 'de')
    expect((await text.press()).step).toBe('PRESS_AGAIN')
    expect(await text.press()).toMatchObject({ step: 'FAILED', problem: 'NOT_ALLOWED' })
  })

  it.each([
    ['NetworkError', 'DOWNLOAD'],
    ['OperationError', 'OTHER'],
    ['AbortError', 'STOPPED'],
  ])(
    'names the problem of a model that fails with %s, and succeeds at the next press',
    async (error, problem) => {
      const { show } = openDesk({ createErrors: [error] })
      const text = await show(GERMAN, 'de')
      expect(await text.press()).toMatchObject({ step: 'FAILED', problem })
      expect((await text.press()).step).toBe('TRANSLATED')
    },
  )

  it('names two languages that the browser does not translate', async () => {
    const { show } = openDesk({ unsupported: ['de en'] })
    expect(await (await show(GERMAN, 'de')).press()).toEqual({
      step: 'FAILED',
      problem: 'UNSUPPORTED',
      from: 'de',
      to: 'en',
    })
  })

  it('fails for a text that is too long, and keeps the model for others', async () => {
    const { show, calls } = openDesk({ quota: 10 })
    expect(await (await show(GERMAN, 'de')).press()).toMatchObject({ problem: 'TOO_LONG' })
    expect((await (await show('Hallo', 'de')).press()).step).toBe('TRANSLATED')
    expect(calls.filter((call) => call === 'create de en')).toHaveLength(1)
  })

  it('loads a new model after the browser ended the one before', async () => {
    const { show, calls } = openDesk({ translateErrors: ['InvalidStateError'] })
    const text = await show(GERMAN, 'de')
    expect(await text.press()).toMatchObject({ problem: 'OTHER' })
    expect((await text.press()).step).toBe('TRANSLATED')
    expect(calls.filter((call) => call === 'create de en')).toHaveLength(2)
  })

  it('fails when the text turns out to be in the reader’s language, or in none', async () => {
    const { show } = openDesk({ detector: 'downloadable' })
    expect(await (await show('Hello', 'en')).press()).toMatchObject({ problem: 'SAME_LANGUAGE' })
    const unknown = openDesk({ detector: 'downloadable' })
    expect(await (await unknown.show('…', null)).press()).toMatchObject({ problem: 'UNKNOWN_LANGUAGE' })
  })

  it('uses the author’s interface when the detector cannot be downloaded', async () => {
    const { show } = openDesk({ detector: 'downloadable', createErrors: ['NetworkError'] })
    expect(await (await show(GERMAN, 'de')).press()).toMatchObject({ step: 'TRANSLATED', from: 'de' })
    const sameAsReader = openDesk({ detector: 'downloadable', createErrors: ['NetworkError'] })
    expect(await (await sameAsReader.show(GERMAN, 'en')).press()).toMatchObject({ problem: 'DOWNLOAD' })
  })

  // covers: beyond-moderators-translate
  it('fails after 30 seconds without a sign of the browser', async () => {
    const { show, progress } = openDesk({ translator: 'downloadable', holdsDownload: true })
    const text = await show(GERMAN, 'de')
    void text.press()
    await vi.advanceTimersByTimeAsync(29_000)
    progress(0.1)
    await vi.advanceTimersByTimeAsync(29_000)
    expect(text.step()).toBe('WORKING')
    await vi.advanceTimersByTimeAsync(1_000)
    expect(text.getState()).toMatchObject({ step: 'FAILED', problem: 'NO_ANSWER' })
  })

  it('ignores a late answer when it was stopped or its text is gone', async () => {
    for (const end of ['stop', 'close'] as const) {
      const { show, release, calls } = openDesk({ holdsTranslation: true })
      const text = await show(GERMAN, 'de')
      const pressed = text.press()
      await vi.waitFor(() => expect(calls).toContain('translate de en'))
      text[end]()
      expect(text.step()).toBe('OFFERED')
      release()
      await pressed
      expect(text.step()).toBe('OFFERED')
    }
  })

  it('comes from a new model after the page closed its desk', async () => {
    const { show, desk, calls } = openDesk()
    await (await show(GERMAN, 'de')).press()
    desk.close()
    expect((await (await show('Hallo', 'de')).press()).step).toBe('TRANSLATED')
    expect(calls.filter((call) => call === 'create de en')).toHaveLength(2)
  })
})
