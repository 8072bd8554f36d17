import { describe, expect, it } from 'vitest'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { labelValuesOf, samplesOf, scrape, totalOf } from '../../kit/exposition.ts'
import { ask } from '../../kit/graphql.ts'
import { personalDataIn } from '../../kit/log-scan.ts'
import { call, join, type Person } from '../../kit/person.ts'
import { rawRequest } from '../../kit/raw-request.ts'
import { useNode } from '../../kit/use-node.ts'
import { whileOpen } from '../../kit/while-open.ts'

const node = useNode()

const request = { name: 'rapport_http_request_duration_seconds_count' }

async function matched(on: TestApp, and: TestApp = on): Promise<[Person, Person, string]> {
  const interests = [`Only these two ${crypto.randomUUID().slice(0, 8)}`]
  const [asha, ben] = [await join(on, { interests }), await join(and, { interests })]
  await asha.findMatch()
  const { conversation } = await ben.findMatch()
  return [asha, ben, String(conversation?.id)]
}

const sendTo = (on: TestApp, { token }: Person, conversationId: string, message: string) =>
  call(on.url, 'POST', '/api/v1/message', { token, body: { conversationId, message } })

describe('the metrics of a node', () => {
  it('count a message through the direct route, its commit, its batch and its publishing', async () => {
    const [asha, , conversationId] = await matched(node)
    const before = await scrape(node.url)
    expect((await sendTo(node, asha, conversationId, 'a message for the metrics')).status).toBe(200)
    await expect
      .poll(async () => totalOf(await scrape(node.url), 'rapport_message_publish_seconds_count'))
      .toBe(totalOf(before, 'rapport_message_publish_seconds_count') + 1)
    const after = await scrape(node.url)

    const grew = (name: string, labels: Record<string, string> = {}) =>
      totalOf(after, name, labels) - totalOf(before, name, labels)
    const route = { route: '/api/v1/message', method: 'POST', status: '2xx' }
    expect(grew(request.name, route)).toBe(1)
    expect(grew('rapport_message_commit_seconds_count')).toBe(1)
    expect(grew('rapport_message_batch_size_count')).toBe(1)
  })

  it('count a refused message by its route and its code', async () => {
    const [asha] = await matched(node)
    const before = await scrape(node.url)
    expect((await sendTo(node, asha, crypto.randomUUID(), 'to no conversation')).status).toBe(404)
    const after = await scrape(node.url)

    const refused = { route: '/api/v1/message', status: '4xx' }
    expect(totalOf(after, request.name, refused) - totalOf(before, request.name, refused)).toBe(1)
    const code = { transport: 'rest', code: 'NOT_FOUND' }
    expect(totalOf(after, 'rapport_errors_total', code) - totalOf(before, 'rapport_errors_total', code)).toBe(
      1,
    )
  })

  it('count both members of a match with their waiting time, and each decision', async () => {
    const before = await scrape(node.url)
    await matched(node)
    const after = await scrape(node.url)
    const grew = (name: string, labels = {}) => totalOf(after, name, labels) - totalOf(before, name, labels)

    expect(grew('rapport_match_wait_seconds_count')).toBe(2)
    expect(grew('rapport_match_decision_seconds_count', { outcome: 'matched' })).toBe(1)
    expect(grew('rapport_match_decision_seconds_count', { outcome: 'searching' })).toBe(1)
  })

  it('name a REST route by its template and a GraphQL operation by its field', async () => {
    const [asha, , conversationId] = await matched(node)
    await call(node.url, 'GET', `/api/v1/conversation/${conversationId}`, { token: asha.token })
    await ask(node, asha, 'query Anything { me { id } }')
    await ask(node, null, '{ me { id } }')
    await ask(node, asha, '{ me { noSuchField } }')
    const samples = await scrape(node.url)

    const routes = new Set(samples.map(({ labels }) => labels.route))
    expect(routes).toContain('/api/v1/conversation/{id}')
    expect([...routes].join()).not.toContain(conversationId)
    const operations = 'rapport_graphql_operation_duration_seconds_count'
    expect(totalOf(samples, operations, { type: 'query', field: 'me', outcome: 'ok' })).toBeGreaterThan(0)
  })

  it('count each failed GraphQL operation once by its code', async () => {
    const asha = await join(node)
    const before = await scrape(node.url)
    await ask(node, asha, '{ me { noSuchField } }')
    await ask(node, asha, '{ me {')
    await ask(node, asha, '{ adminStats { __typename } }')
    const after = await scrape(node.url)
    const grew = (code: string) =>
      totalOf(after, 'rapport_errors_total', { transport: 'graphql', code }) -
      totalOf(before, 'rapport_errors_total', { transport: 'graphql', code })

    expect([grew('INVALID'), grew('FORBIDDEN')]).toEqual([2, 1])
  })

  it('count openings of live streams and their refusals', async () => {
    const asha = await join(node)
    const stream = await asha.stream()
    await stream.next('ready')
    await expect(rawRequest(node.url, 'GET', `/subscribe/${asha.id}`)).resolves.toMatchObject({ status: 401 })
    const count = async (outcome: string) =>
      totalOf(await scrape(node.url), 'rapport_stream_opening_seconds_count', { outcome })

    await expect.poll(() => count('opened')).toBeGreaterThan(0)
    expect(await count('refused')).toBeGreaterThan(0)
    stream.close()
  })

  it('report the pool of PostgreSQL, the event loop, garbage collection and the backlogs', async () => {
    const samples = await scrape(node.url)
    const names = new Set(samples.map(({ name }) => name))

    expect(totalOf(samples, 'rapport_postgres_connections_max')).toBe(20)
    expect(totalOf(samples, 'rapport_ready')).toBe(1)
    expect([...names]).toEqual(
      expect.arrayContaining([
        'rapport_postgres_waiting',
        'rapport_message_queue',
        'nodejs_eventloop_lag_p99_seconds',
        'nodejs_gc_duration_seconds_count',
        'rapport_job_last_success_timestamp_seconds',
      ]),
    )
    const queues = samples
      .filter(({ name }) => name === 'rapport_backlog_size')
      .map(({ labels }) => labels.queue)
    expect(queues.sort()).toEqual(
      ['appeals', 'decision_mails', 'exports', 'held_messages', 'order_checks', 'reports'].sort(),
    )
  })
})

/** Requests whose paths, methods, queries and operation names a stranger chose. */
async function hostileRequests(asha: Person, round: number) {
  const odd = `${crypto.randomUUID()}-${round}`
  for (const method of ['GET', 'POST', 'PROPFIND', 'PURGE', 'M-SEARCH', 'DELETE'])
    for (const path of [`/${odd}`, `/api/v1/${odd}`, `/api/v1/message/${odd}?x=${odd}`, `/%22${odd}%0a{}`])
      await rawRequest(node.url, method, path)
  await rawRequest(node.url, 'GET', `/subscribe/${odd}`)
  const name = `Name${odd.replaceAll('-', '')}`
  await ask(node, asha, `query ${name} { ${name}: me { id } }`)
  await ask(node, asha, `query ${name} { me { id } again: me { id } }`)
  await ask(node, asha, `query ${name} { ${name} }`)
  await ask(node, asha, `mutation ${name} { ${name} }`)
}

describe('the labels of the metrics', () => {
  it('take no new value from paths, methods and operation names that strangers choose', async () => {
    const asha = await join(node)
    // A kind of garbage collection appears when the first one of its kind happens.
    const values = async () =>
      labelValuesOf((await scrape(node.url)).filter(({ name }) => !name.startsWith('nodejs_gc_')))
    await hostileRequests(asha, 0)
    const before = await values()
    for (let round = 1; round <= 5; round += 1) await hostileRequests(asha, round)

    expect(await values()).toEqual(before)
    expect(before).toContain('route=unknown')
    expect(before).toContain('field=several')
  })

  it('hold no value of a member', async () => {
    const [asha, ben, conversationId] = await matched(node)
    await sendTo(node, asha, conversationId, 'nobody but Ben may read this sentence')
    const { body } = await call(node.url, 'GET', '/metrics')
    const text = String(body.text)

    expect(personalDataIn(text.split('\n'))).toEqual([])
    for (const secret of [asha.id, ben.id, conversationId, asha.token]) expect(text).not.toContain(secret)
    expect(samplesOf(text).length).toBeGreaterThan(100)
  })
})

describe('a rate limit that refuses', () => {
  it('appears in the metrics by its name', async () => {
    const { answers, samples } = await whileOpen(
      startApp({ env: { RATE_LIMIT_FACTOR: '0.03' } }),
      async (strict) => {
        const asha = await join(strict)
        const found: number[] = []
        for (let index = 0; index < 5; index += 1)
          found.push((await call(strict.url, 'GET', '/api/v1/conversation', { token: asha.token })).status)
        return { answers: found, samples: await scrape(strict.url) }
      },
    )
    expect(answers).toContain(429)
    expect(totalOf(samples, 'rapport_rate_limit_refusals_total', { limit: 'matchByAccount' })).toBe(
      answers.filter((status) => status === 429).length,
    )
  })
})

describe('the metrics of a node with Redis', () => {
  it('report the state of both connections to Redis and how fast it answers', async (context) => {
    const cluster = await startCluster(1)
    const [near] = cluster?.nodes ?? []
    if (!cluster || !near) return context.skip('redis-server is not installed')
    const samples = await whileOpen(Promise.resolve(cluster), async () => {
      const roundTrips = async () => totalOf(await scrape(near.url), 'rapport_redis_round_trip_seconds_count')
      await expect.poll(roundTrips).toBeGreaterThan(0)
      return scrape(near.url)
    })

    expect(totalOf(samples, 'rapport_redis_connected', { connection: 'commands' })).toBe(1)
    expect(totalOf(samples, 'rapport_redis_connected', { connection: 'subscriber' })).toBe(1)
  })
})
