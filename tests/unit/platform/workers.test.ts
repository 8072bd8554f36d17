import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { createMetricsCollector } from '#server/platform/workers/collect-metrics.ts'
import { mergeMetrics } from '#server/platform/workers/merge-metrics.ts'
import { createRestarts } from '#server/platform/workers/restarts.ts'
import { parseFromParent, parseFromWorker } from '#server/platform/workers/worker-messages.ts'

const problemsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(environment)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.problems
    throw error
  }
}
const stores = { REDIS_URL: 'redis://a', DATABASE_URL: 'postgres://a/b' }

describe('the setting WORKERS', () => {
  it('means one process by default, a number, or auto for one for each processor', () => {
    expect(loadConfig({}).workers).toBe(1)
    expect(loadConfig({ ...stores, WORKERS: '3' }).workers).toBe(3)
    expect(loadConfig({ ...stores, WORKERS: 'auto' }).workers).toBeGreaterThan(0)
  })

  it('cannot exceed one without Redis and a database, and the error gives the reasons', () => {
    expect(problemsOf({ WORKERS: '2' })).toEqual([
      'REDIS_URL: needed for 2 WORKERS, because they share their live state in Redis',
      'DATABASE_URL: needed for 2 WORKERS, because local mode is one process',
    ])
    expect(problemsOf({ WORKERS: '1' })).toEqual([])
  })

  it.each(['0', '1.5', 'all', '257'])('cannot be %j', (value) => {
    expect(problemsOf({ ...stores, WORKERS: value })[0]).toContain('expected auto or a number from 1 to 256')
  })
})

describe('the metrics of several workers', () => {
  const metrics = (text: string) => ({ text, contentType: 'text/plain; version=0.0.4' })

  it('form one text with one head for each metric, and the worker as a label', () => {
    const own = '# HELP a Help.\n# TYPE a gauge\na 1\n\n# TYPE b histogram\nb_bucket{le="0.1"} 2\nb_sum 3\n'
    const merged = mergeMetrics([
      { worker: 1, metrics: metrics(own) },
      { worker: 2, metrics: metrics(own.replace('a 1', 'a 7')) },
    ])
    expect(merged.text.split('\n')).toEqual([
      '# HELP a Help.',
      '# TYPE a gauge',
      'a{worker="1"} 1',
      'a{worker="2"} 7',
      '# TYPE b histogram',
      'b_bucket{worker="1",le="0.1"} 2',
      'b_sum{worker="1"} 3',
      'b_bucket{worker="2",le="0.1"} 2',
      'b_sum{worker="2"} 3',
      '# HELP rapport_worker_up Whether the worker answered this scrape.',
      '# TYPE rapport_worker_up gauge',
      'rapport_worker_up{worker="1"} 1',
      'rapport_worker_up{worker="2"} 1',
      '',
    ])
    expect(merged.contentType).toBe('text/plain; version=0.0.4')
  })

  it('show a worker that does not answer in time as down', async () => {
    const collector = createMetricsCollector(1)
    const silent = { id: 2, send: () => undefined }
    const answering = {
      id: 1,
      send: (message: object) =>
        collector.receive(1, Number(Reflect.get(message, 'request')), metrics('a 1')),
    }
    const { text } = await collector.collect([answering, silent])
    expect(text).toContain('rapport_worker_up{worker="1"} 1\nrapport_worker_up{worker="2"} 0')
  })
})

describe('a worker that ends', () => {
  it('returns at once after a long life, and later and later after short ones, until the server gives up', () => {
    const restarts = createRestarts()
    expect(restarts.after(60_000)).toBe(0)
    expect([1, 2, 3, 4, 5, 6].map(() => restarts.after(10))).toEqual([250, 500, 1_000, 2_000, 4_000, null])
  })

  it('counts short lives again from the beginning after a long one', () => {
    const restarts = createRestarts()
    for (let times = 0; times < 5; times += 1) restarts.after(10)
    expect(restarts.after(10_000)).toBe(0)
    expect(restarts.after(10)).toBe(250)
  })
})

describe('the messages between the parent and its workers', () => {
  it('leave out those of others', () => {
    expect(parseFromWorker({ cmd: 'NODE_CLUSTER' })).toBeNull()
    expect(parseFromWorker('look')).toBeNull()
    expect(parseFromParent({ rapport: 'stop' })).toEqual({ rapport: 'stop' })
    expect(parseFromParent({ rapport: 'ready' })).toBeNull()
  })
})
