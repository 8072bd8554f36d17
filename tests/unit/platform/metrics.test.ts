import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sentenceOf } from '#schema/translatable.ts'
import { createRepeatingJob } from '#server/platform/background/repeating-job.ts'
import { ApiError } from '#server/platform/errors.ts'
import { createFailureLog } from '#server/platform/logging/failure-log.ts'
import { createMetrics } from '#server/platform/metrics/create-metrics.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import { labelValuesOf, samplesOf, totalOf } from '#tests/kit/exposition.ts'
import { testPlatform } from '#tests/kit/test-platform.ts'

const samplesIn = async (metrics: ReturnType<typeof createMetrics>) => samplesOf((await metrics.text()).text)

/** Passes labels that the compiler would refuse, as a mistake elsewhere could. */
const unchecked = (metrics: Metrics) =>
  metrics as unknown as {
    counter(name: string, labels: Record<string, string>): () => void
    histogram(name: string, labels: Record<string, string>): (value: number) => void
  }

describe('a histogram', () => {
  it('counts a value in every bucket that is not below it, with sum and count', async () => {
    const metrics = createMetrics()
    const observe = metrics.histogram('messageBatch', {})
    for (const size of [1, 3, 600]) observe(size)

    const samples = await samplesIn(metrics)
    const bucket = (le: string) => totalOf(samples, 'rapport_message_batch_size_bucket', { le })
    expect(['1', '2', '4', '512', '+Inf'].map(bucket)).toEqual([1, 1, 2, 2, 3])
    expect(totalOf(samples, 'rapport_message_batch_size_sum')).toBe(604)
    expect(totalOf(samples, 'rapport_message_batch_size_count')).toBe(3)
  })

  it('keeps the values of different labels apart', async () => {
    const metrics = createMetrics()
    metrics.histogram('matchDecision', { outcome: 'matched' })(0.01)
    metrics.histogram('matchDecision', { outcome: 'searching' })(0.01)
    metrics.histogram('matchDecision', { outcome: 'searching' })(0.02)

    const samples = await samplesIn(metrics)
    const count = (outcome: string) => totalOf(samples, 'rapport_match_decision_seconds_count', { outcome })
    expect([count('matched'), count('searching')]).toEqual([1, 2])
  })
})

describe('labels', () => {
  it('replace a value that is not in the list of the label', async () => {
    const metrics = createMetrics()
    unchecked(metrics).counter('errors', { transport: 'rest', code: 'asha@example.com' })()

    const values = labelValuesOf(await samplesIn(metrics))
    expect(values).toContain('code=other')
    expect(values.join()).not.toContain('asha@example.com')
  })

  it('stop at a fixed number of values even where a caller may choose them', async () => {
    const metrics = createMetrics()
    for (let index = 0; index < 1_000; index += 1)
      metrics.histogram('httpRequests', { route: `/route/${index}`, method: 'GET', status: '2xx' })(0.01)

    const values = labelValuesOf(await samplesIn(metrics)).filter((value) => value.startsWith('route='))
    expect(values).toHaveLength(401)
    expect(values).toContain('route=other')
  })
})

describe('a gauge that is read at a scrape', () => {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => vi.useRealTimers())

  it('gives no value or a given one when it fails or does not answer in time, and hides no other', async () => {
    const metrics = createMetrics()
    metrics.read(
      { name: 'failing', help: 'fails', read: () => Promise.reject(new Error('away')) },
      { name: 'readiness', help: 'hangs', otherwise: 0, read: () => new Promise(() => undefined) },
      { name: 'hanging', help: 'hangs', read: () => new Promise(() => undefined) },
      {
        name: 'labelled',
        help: 'fails',
        labelNames: ['queue'],
        read: () => Promise.reject(new Error('away')),
      },
      { name: 'working', help: 'works', read: () => [{ value: 7 }] },
    )
    const reading = samplesIn(metrics)
    await vi.advanceTimersByTimeAsync(1_000)
    const samples = await reading
    const figure = (name: string) => samples.find((one) => one.name === name)?.value

    expect(figure('failing')).toBeNaN()
    expect(figure('hanging')).toBeNaN()
    expect(figure('readiness')).toBe(0)
    expect(figure('labelled')).toBeUndefined()
    expect(figure('working')).toBe(7)
  })
})

describe('a background job', () => {
  it('reports its last success, its duration and its failures', async () => {
    const metrics = createMetrics()
    const error = new Error('once')
    const outcomes = [() => Promise.resolve(), () => Promise.reject(error)]
    const failures: unknown[][] = []
    const platform = testPlatform({ metrics, onFailure: (...failure) => void failures.push(failure) })
    const run = async () => outcomes.shift()?.()
    const job = createRepeatingJob(platform, { name: 'retention', every: 60_000, run })
    await job.run()
    const before = await samplesIn(metrics)
    await job.run()
    const after = await samplesIn(metrics)

    const labels = { task: 'retention' }
    expect(failures).toEqual([[error, 'retention']])
    expect(totalOf(before, 'rapport_job_failures_total', labels)).toBe(0)
    expect(totalOf(after, 'rapport_job_failures_total', labels)).toBe(1)
    expect(totalOf(after, 'rapport_job_duration_seconds_count', labels)).toBe(1)
    const success = totalOf(before, 'rapport_job_last_success_timestamp_seconds', labels)
    expect(success).toBeGreaterThan(1_700_000_000)
    expect(totalOf(after, 'rapport_job_last_success_timestamp_seconds', labels)).toBe(success)
  })
})

describe('the failure log', () => {
  it('logs what the server cannot do for now once while it lasts, without a stack', () => {
    const log = { error: vi.fn(), warn: vi.fn() }
    let now = 0
    const failures = createFailureLog({ log, clock: { now: () => now }, requestId: () => 'request-1' })
    const refuse = (text: string) =>
      failures.error({ error: new ApiError('UNAVAILABLE', sentenceOf(text)) }, 'failed')
    for (const _ of [1, 2]) refuse('Payments are not configured.')
    refuse('Live updates are busy.')
    now += 15_001
    refuse('Payments are not configured.')
    const line = (reason: string) => [{ reason, requestId: 'request-1' }, 'failed']
    expect(log.warn.mock.calls).toEqual([
      line('Payments are not configured.'),
      line('Live updates are busy.'),
      line('Payments are not configured.'),
    ])
    expect(log.error).not.toHaveBeenCalled()
  })

  it('logs an error of ours each time, with its stack', () => {
    const log = { error: vi.fn(), warn: vi.fn() }
    const failures = createFailureLog({ log, clock: { now: () => 0 } })
    const error = new ApiError('INTERNAL', sentenceOf('A route answered an undeclared error.'))
    for (const _ of [1, 2]) failures.error({ error }, 'failed')
    expect(log.error.mock.calls).toEqual(Array(2).fill([{ error, requestId: undefined }, 'failed']))
  })

  it('names the part whose background work failed, and logs an outage of all parts once', () => {
    const log = { error: vi.fn(), warn: vi.fn() }
    const failures = createFailureLog({ log, clock: { now: () => 0 } })
    const error = new Error('ours')
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    failures.of('redelivery')(error)
    failures.of('departures')(refused)
    failures.of('redelivery')(refused)
    expect(log.error.mock.calls).toEqual([[{ error, part: 'redelivery' }, 'background work failed']])
    expect(log.warn.mock.calls).toEqual([
      [expect.objectContaining({ error: refused, part: 'departures' }), expect.stringMatching(/503/)],
    ])
    failures.ignoreOutages()
  })

  it('counts an outage once while it lasts', () => {
    const metrics = createMetrics()
    const log = { error: vi.fn(), warn: vi.fn() }
    const failures = createFailureLog({
      log,
      clock: { now: () => 0 },
      onOutage: metrics.counter('outages', {}),
    })
    const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
    failures.error({ error: refused }, 'failed')
    failures.error({ error: refused }, 'failed')
    failures.error({ error: new Error('another') }, 'failed')

    return expect(
      samplesIn(metrics).then((samples) => totalOf(samples, 'rapport_outages_total')),
    ).resolves.toBe(1)
  })
})
