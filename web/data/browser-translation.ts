import { createBrowserModels, type Lease, type Monitor, type OnProgress } from './browser-models.ts'
import { TranslationFailure } from './translation-failure.ts'
import { untilAnswer } from './until-answer.ts'

/** Whether the browser can do it: now, after a download, or not at all. */
export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

export interface BrowserWork {
  signal: AbortSignal
  onProgress: OnProgress
}

/** Translations by the browser itself. A download must begin within a press of the user. */
export interface BrowserTranslation {
  /** Never rejects: a browser that cannot say counts as one that cannot detect. */
  detectorAvailability(signal: AbortSignal): Promise<Availability>
  /** Returns the language of a text as a BCP 47 tag; null when the browser is unsure. @throws TranslationFailure */
  detect(text: string, work: BrowserWork): Promise<string | null>
  /** @throws TranslationFailure */
  translate(text: string, languages: { from: string; to: string }, work: BrowserWork): Promise<string>
  /** Unloads the models. */
  close(): void
}

/** The parts used here of https://webmachinelearning.github.io/translation-api/ (draft; Chromium since 138). */
interface CreateOptions {
  monitor: Monitor
}
interface TranslatorModel {
  translate(text: string, options: { signal: AbortSignal }): Promise<unknown>
  destroy(): void
}
interface TranslatorApi {
  create(
    options: CreateOptions & { sourceLanguage: string; targetLanguage: string },
  ): Promise<TranslatorModel>
}
interface DetectorModel {
  detect(text: string, options: { signal: AbortSignal }): Promise<unknown>
  destroy(): void
}
interface DetectorApi {
  availability(): Promise<unknown>
  create(options: CreateOptions): Promise<DetectorModel>
}

/** The browser sorts its guesses by confidence, from 0 to 1. A less likely one is no better than none. */
const MIN_CONFIDENCE = 0.5
const UNDETERMINED = 'und'
const DETECTOR = 'detector'

/** Returns the translation of a browser that has the Translator API; null in all others. */
export function createBrowserTranslation(scope: object): BrowserTranslation | null {
  const translatorApi = apiOf<TranslatorApi>(scope, 'Translator', ['create'])
  const detectorApi = apiOf<DetectorApi>(scope, 'LanguageDetector', ['availability', 'create'])
  if (!translatorApi) return null
  const translators = createBrowserModels<TranslatorModel>()
  const detectors = createBrowserModels<DetectorModel>()

  return {
    async detectorAvailability(signal) {
      if (!detectorApi) return 'unavailable'
      const answer = await untilAnswer(signal, () => detectorApi.availability()).catch(() => null)
      return AVAILABILITIES.find((one) => one === answer) ?? 'unavailable'
    },

    async detect(text, work) {
      if (!detectorApi) return null
      const load = (monitor: Monitor) => detectorApi.create({ monitor })
      const lease = (onProgress: OnProgress) => detectors.lease(DETECTOR, load, onProgress)
      return likeliest(
        await attempt(work, lease, (detector) => detector.detect(text, { signal: work.signal })),
      )
    },

    async translate(text, { from, to }, work) {
      const load = (monitor: Monitor) =>
        translatorApi.create({ sourceLanguage: from, targetLanguage: to, monitor })
      const lease = (onProgress: OnProgress) => translators.lease(`${from} ${to}`, load, onProgress)
      const translation = await attempt(work, lease, (translator) =>
        translator.translate(text, { signal: work.signal }),
      )
      if (typeof translation !== 'string') throw new TranslationFailure('OTHER')
      return translation
    },

    close() {
      translators.close()
      detectors.close()
    },
  }
}

const AVAILABILITIES: readonly Availability[] = ['unavailable', 'downloadable', 'downloading', 'available']

/** Uses a model. Drops it after a failure that neither the text nor the caller caused. @throws TranslationFailure */
async function attempt<Loaded, Result>(
  { signal, onProgress }: BrowserWork,
  open: (onProgress: OnProgress) => Lease<Loaded>,
  use: (model: Loaded) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  let onSign = () => {}
  const lease = open((loaded) => {
    onSign()
    onProgress(loaded)
  })
  try {
    return await untilAnswer(signal, async (alive) => {
      onSign = alive
      const model = await lease.model
      alive()
      return use(model)
    })
  } catch (error) {
    if (signal.aborted) throw signal.reason
    const failure = TranslationFailure.of(error)
    if (failure.reason !== 'TOO_LONG') lease.drop()
    throw failure
  } finally {
    lease.release()
  }
}

/** Returns an API of the browser if it has these static methods. */
function apiOf<Api extends object>(
  scope: object,
  name: string,
  methods: readonly (keyof Api & string)[],
): Api | null {
  const api: unknown = Reflect.get(scope, name)
  const isApi = (value: unknown): value is Api =>
    typeof value === 'function' && methods.every((method) => typeof Reflect.get(value, method) === 'function')
  return isApi(api) ? api : null
}

/** Returns the language of the first guess, unless it is unknown or unlikely. */
function likeliest(guesses: unknown): string | null {
  const first: unknown = Array.isArray(guesses) ? guesses[0] : null
  if (typeof first !== 'object' || first === null) return null
  if (!('detectedLanguage' in first && 'confidence' in first)) return null
  const { detectedLanguage, confidence } = first
  if (typeof detectedLanguage !== 'string' || detectedLanguage === UNDETERMINED) return null
  return Number(confidence) >= MIN_CONFIDENCE ? detectedLanguage : null
}
