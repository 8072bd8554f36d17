import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { percentile } from '../figures.ts'
import type { Command, Pair, Sent } from './commands.ts'
import type { Connection, Wire } from './wire.ts'

/** How long a message may take before it counts as lost, in milliseconds. */
const RECEIPT_TIMEOUT = 10_000
/** A second copy of a message that arrives this much later is still found, in milliseconds. */
const LATE_COPIES = 500
const MAX_ERRORS = 50

/** Numbers and random bytes written in letters: the message filter checks a row of digits as a phone number. */
const inLetters = (digits: string) =>
  [...digits].map((digit) => 'ghijklmnopqrstuv'[Number.parseInt(digit, 16)]).join('')

/** Which messages arrived, and how often. */
export class Receipts {
  readonly #waiting = new Map<string, (at: number) => void>()
  readonly #times = new Map<string, number>()

  readonly receive = (text: string) => {
    this.#times.set(text, (this.#times.get(text) ?? 0) + 1)
    this.#waiting.get(text)?.(performance.now())
    this.#waiting.delete(text)
  }

  /** Resolves with the time at which the message arrived. */
  of(text: string): Promise<number> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('a message did not arrive')), RECEIPT_TIMEOUT)
      this.#waiting.set(text, (at) => {
        clearTimeout(timer)
        resolve(at)
      })
    })
  }

  countOf(beginning: string) {
    const times = [...this.#times].filter(([text]) => text.startsWith(beginning)).map(([, count]) => count)
    return { received: times.length, repeated: times.filter((count) => count > 1).length }
  }
}

interface LoadDeps {
  wire: Wire
  pairs: readonly Pair[]
  connections: readonly Connection[]
  receipts: Receipts
  /** Called when the measured time begins, and when it ends. */
  onMeasuring(): void
  onMeasured(): void
}

/**
 * Keeps this many messages in flight. Each slot sends for the next pair, and waits for the sender's answer and the partner's
 * event.
 */
export async function sendMessages(
  { wire, pairs, connections, receipts, onMeasuring, onMeasured }: LoadDeps,
  { inFlight, warmup, seconds }: Extract<Command, { do: 'send' }>,
): Promise<Sent> {
  const beginning = `bench ${inLetters(randomBytes(6).toString('hex'))} `
  const from = performance.now() + warmup * 1_000
  const end = from + seconds * 1_000
  const latencies: number[] = []
  const errors: string[] = []
  let sent = 0
  let acknowledged = 0
  const slot = async () => {
    while (performance.now() < end && errors.length < MAX_ERRORS) {
      const pair = pairs[sent % pairs.length]
      if (!pair) return
      const text = `${beginning}${inLetters(String(sent))} the quick brown fox jumps over`
      sent += 1
      const startedAt = performance.now()
      const receipt = receipts.of(text)
      try {
        const answered = wire.send(pair, text).then(() => {
          acknowledged += 1
          return performance.now()
        })
        const [answeredAt, receivedAt] = await Promise.all([answered, receipt])
        const doneAt = Math.max(answeredAt, receivedAt)
        if (doneAt >= from && doneAt <= end) latencies.push(receivedAt - startedAt)
      } catch (error) {
        errors.push(String(error))
        receipt.catch(() => undefined)
      }
    }
  }
  const slots = Array.from({ length: inFlight }, slot)
  await sleep(from - performance.now())
  onMeasuring()
  await sleep(end - performance.now())
  onMeasured()
  await Promise.all(slots)
  if (latencies.length === 0) throw new Error(`no message was delivered: ${errors[0] ?? 'all were too slow'}`)
  await sleep(LATE_COPIES)
  return {
    is: 'sent',
    beginning,
    measured: latencies.length,
    sent,
    acknowledged,
    ...receipts.countOf(beginning),
    lostConnections: connections.filter(({ isOpen }) => !isOpen).length,
    errors: errors.slice(0, 3),
    p50: percentile(latencies, 0.5),
    p99: percentile(latencies, 0.99),
  }
}
