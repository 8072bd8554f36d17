/** How the double of the Translator and Language Detector APIs behaves. A page gets it as data. */
export interface TranslatorBehaviour {
  /** The languages of texts: part of the text, then the language that the detector finds in it. */
  languages?: readonly (readonly [part: string, language: string])[]
  /** Whether the models of the detector and of each pair must be downloaded. */
  detector?: 'unavailable' | 'downloadable' | 'available'
  translator?: 'downloadable' | 'available'
  /** Pairs that cannot be translated, such as `de en`. */
  unsupported?: readonly string[]
  /** The names of the exceptions of the next calls. */
  createErrors?: readonly string[]
  translateErrors?: readonly string[]
  /** Longer texts are refused. */
  quota?: number
  /** Calls of `create` wait for `release`. */
  holdsDownload?: boolean
  /** Calls of `translate` wait for `release`, and ignore their signal. */
  holdsTranslation?: boolean
}

export interface TranslatorDouble {
  /** The calls so far, such as `create de en`. */
  calls: string[]
  /** Gives the transient activation of a press, which the next download consumes. In a page, each key does. */
  press(): void
  /** The models that need no download any more. */
  downloaded: ReadonlySet<string>
  /** Reports a share of the held downloads. */
  progress(loaded: number): void
  /** Ends what is held. */
  release(): void
}

type Monitor = (target: EventTarget) => void

const FUNCTIONS = [throwNamed, createModel, createLoader, installTranslator]

/** Returns a script that gives a page the APIs, in place of the browser's own. */
export const translatorScript = (behaviour: TranslatorBehaviour) =>
  `${FUNCTIONS.map(String).join('\n')}\ninstallTranslator(${JSON.stringify(behaviour)}, globalThis)`

/**
 * Gives a scope the APIs. As unkind as Chromium: a download needs a press and consumes it, models end with `destroy`.
 * Pages get the source of this function and of the functions below.
 */
export function installTranslator(behaviour: TranslatorBehaviour, scope: object): TranslatorDouble {
  const { languages = [], unsupported = [], quota = Number.POSITIVE_INFINITY } = behaviour
  const { load, hold, ...controls } = createLoader(behaviour)
  const errors = [...(behaviour.translateErrors ?? [])]
  const calls: string[] = []

  function Translator() {}
  Translator.create = async (options: {
    sourceLanguage: string
    targetLanguage: string
    monitor?: Monitor
  }) => {
    const pair = `${options.sourceLanguage} ${options.targetLanguage}`
    calls.push(`create ${pair}`)
    if (unsupported.includes(pair)) throwNamed('NotSupportedError')
    await load(pair, behaviour.translator, options.monitor)
    return createModel('translate', async (text) => {
      calls.push(`translate ${pair}`)
      await hold(behaviour.holdsTranslation)
      const error = errors.shift()
      if (error) throwNamed(error)
      if (text.length > quota) throwNamed('QuotaExceededError')
      return `[${pair}] ${text}`
    })
  }

  function LanguageDetector() {}
  LanguageDetector.availability = async () =>
    controls.downloaded.has('detector') ? 'available' : (behaviour.detector ?? 'unavailable')
  LanguageDetector.create = async ({ monitor }: { monitor?: Monitor }) => {
    calls.push('create detector')
    await load('detector', behaviour.detector, monitor)
    return createModel('detect', async (text) => {
      const found = languages.find(([part]) => text.includes(part))
      const first = found ? [{ detectedLanguage: found[1], confidence: 0.9 }] : []
      return [...first, { detectedLanguage: 'und', confidence: 0.1 }]
    })
  }

  Object.assign(scope, { Translator, LanguageDetector })
  return { ...controls, calls }
}

function throwNamed(name: string): never {
  throw new DOMException(`the double throws ${name}`, name)
}

/** A loaded model with one method. Its work ends when it is destroyed. */
function createModel(name: string, work: (text: string) => Promise<unknown>) {
  let isDestroyed = false
  return {
    async [name](text: string, { signal }: { signal?: AbortSignal } = {}) {
      signal?.throwIfAborted()
      if (isDestroyed) throwNamed('InvalidStateError')
      const result = await work(text)
      return isDestroyed ? throwNamed('AbortError') : result
    },
    destroy() {
      isDestroyed = true
    },
  }
}

/** Downloads and loads models. Each load reports 0 and 1, as the specification requires. */
function createLoader({ createErrors = [], holdsDownload }: TranslatorBehaviour) {
  const errors = [...createErrors]
  const downloaded = new Set<string>()
  const held: (() => void)[] = []
  const monitors: EventTarget[] = []
  let isPressed = false
  const report = (monitor: EventTarget, loaded: number) =>
    monitor.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded, total: 1 }))
  const hold = async (isHeld: boolean | undefined) => {
    if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
  }
  if ('addEventListener' in globalThis) addEventListener('keydown', press, true)

  function press() {
    isPressed = true
  }

  async function load(key: string, state: string | undefined, monitor?: Monitor) {
    const needsDownload = state !== 'available' && !downloaded.has(key)
    if (needsDownload && !isPressed) throwNamed('NotAllowedError')
    if (needsDownload) isPressed = false
    const target = new EventTarget()
    monitor?.(target)
    monitors.push(target)
    await Promise.resolve()
    report(target, 0)
    if (needsDownload) await hold(holdsDownload)
    const error = errors.shift()
    if (error) throwNamed(error)
    report(target, 1)
    downloaded.add(key)
  }

  return {
    load,
    hold,
    downloaded,
    press,
    progress(loaded: number) {
      for (const monitor of monitors) report(monitor, loaded)
    },
    release() {
      for (const resolve of held.splice(0)) resolve()
    },
  }
}
