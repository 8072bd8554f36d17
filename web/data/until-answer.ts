import { TranslationFailure } from './translation-failure.ts'

/** Some builds of Chromium have the APIs but never answer. Longer than loading a model takes. In milliseconds. */
const PATIENCE = 30_000

/**
 * Returns the result of work by the browser. Calling `alive` restarts the wait. Rejects with the signal's reason when the
 * caller stops, and after 30 seconds without a sign. @throws TranslationFailure NO_ANSWER
 */
export async function untilAnswer<Result>(
  signal: AbortSignal,
  work: (alive: () => void) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted()
  let timer: ReturnType<typeof setTimeout> | undefined
  let giveUp: (reason: unknown) => void = () => undefined
  const givenUp = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  const alive = () => {
    clearTimeout(timer)
    timer = setTimeout(() => giveUp(new TranslationFailure('NO_ANSWER')), PATIENCE)
  }
  const onAbort = () => giveUp(signal.reason)
  signal.addEventListener('abort', onAbort)
  alive()
  try {
    return await Promise.race([work(alive), givenUp])
  } finally {
    // Work that goes on must not start the timer again.
    giveUp = () => undefined
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
  }
}
