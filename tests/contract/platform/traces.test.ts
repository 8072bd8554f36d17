import { describe, expect, it } from 'vitest'
import { openTracing } from '#server/platform/tracing/open-tracing.ts'
import { startApp, startCluster, type TestApp } from '../../kit/app.ts'
import { ask } from '../../kit/graphql.ts'
import { personalDataIn } from '../../kit/log-scan.ts'
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../kit/otlp-receiver.ts'
import { call, join, pair, type TestStream } from '../../kit/person.ts'
import { whileOpen } from '../../kit/while-open.ts'

const TEXT = 'a sentence that belongs to two people alone'
/** Nothing listens on this port. */
const NOWHERE = 'http://127.0.0.1:1'
const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'

const tracedTo = (collector: Pick<OtlpReceiver, 'url'>, more: Record<string, string> = {}) => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
  OTEL_TRACES_SAMPLER_ARG: '1',
  ...more,
})

/** Sends a message from one node to the other and returns the spans of its trace, once both nodes have ended. */
async function sendBetween([near, far]: readonly [TestApp, TestApp]) {
  const { asha, ben, conversationId } = await pair(near, far)
  const own: TestStream = await asha.stream()
  await own.next('ready')
  const stream: TestStream = await ben.stream()
  await stream.next('ready')
  // Events that are published together share one Redis command, which belongs to the trace of the first.
  await own.next('USER_ONLINE')
  await asha.send(conversationId, TEXT)
  await stream.next('new_chat_message')
  own.close()
  stream.close()
  return { asha, ben, conversationId }
}

/** Returns the spans of the one trace of the message route. */
function messageTrace(spans: readonly ReceivedSpan[]) {
  const root = spans.find(({ name }) => name === 'POST /api/v1/message')
  const all = spans.filter(({ traceId }) => traceId === root?.traceId)
  const parentOf = (name: string) => {
    const parent = all.find(({ name: own }) => own === name)?.parentSpanId
    return all.find(({ spanId }) => spanId === parent)?.name
  }
  return { root, parentOf, names: all.map(({ name }) => name) }
}

/** Runs work on a node that sends its traces, and returns what the collector has received once the node has ended. */
const traced = (env: Record<string, string>, work: (node: TestApp) => Promise<unknown>) =>
  whileOpen(startOtlpReceiver(), async (collector) => {
    await whileOpen(startApp({ env: tracedTo(collector, env) }), work)
    return { spans: collector.spans(), text: collector.text(), headers: collector.headers() }
  })

describe('the trace of a message', () => {
  it('leads from the request by its batch to the stream of the other member', async () => {
    const { spans } = await traced({}, (node) => sendBetween([node, node]))
    const { root, parentOf, names } = messageTrace(spans)

    expect(root).toMatchObject({ kind: 2 })
    expect(parentOf('message.commit')).toBe('POST /api/v1/message')
    expect(parentOf('message.batch')).toBe('message.commit')
    expect(parentOf('sql write-messages')).toBe('message.batch')
    expect(parentOf('message.publish')).toBe('POST /api/v1/message')
    expect(parentOf('stream.write')).toBe('message.publish')
    expect(names.filter((name) => name === 'stream.write')).toHaveLength(2)
  })

  it('continues on the node that delivers the message, through Redis', async (context) => {
    const spans = await whileOpen(startOtlpReceiver(), async (collector) => {
      const cluster = await startCluster(2, { env: tracedTo(collector) })
      const [near, far] = cluster?.nodes ?? []
      if (!cluster || !near || !far) return null
      await whileOpen(Promise.resolve(cluster), () => sendBetween([near, far]))
      return collector.spans()
    })
    if (!spans) return context.skip('redis-server is not installed')
    const { parentOf, names } = messageTrace(spans)

    expect(parentOf('stream.write')).toBe('message.publish')
    expect(names.filter((name) => name.startsWith('redis '))).not.toEqual([])
    expect(names).toContain('sql write-messages')
  })

  it('holds no text, address, id or token of a member anywhere', async () => {
    const members: string[] = []
    const { spans, text } = await traced({}, async (node) => {
      const { asha, ben, conversationId } = await sendBetween([node, node])
      members.push(asha.id, ben.id, asha.token, ben.token, conversationId)
      await call(node.url, 'GET', `/api/v1/conversation/${conversationId}?secret=${asha.id}`, {
        token: asha.token,
      })
      await ask(node, asha, `query Named${asha.id.slice(0, 8)} { me { id email } }`)
    })

    expect(personalDataIn([text])).toEqual([])
    for (const secret of [TEXT, ...members]) expect(text).not.toContain(secret)
    expect(spans.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['GET /api/v1/conversation/{id}', 'graphql query me']),
    )
  })
})

describe('a traceparent header', () => {
  it.for([
    { from: 'a trusted proxy', trust: '127.0.0.0/8', isFollowed: true },
    { from: 'anywhere else', trust: 'off', isFollowed: false },
  ])('continues the trace from $from: $isFollowed', async ({ trust, isFollowed }) => {
    const { spans } = await traced({ TRUST_PROXY: trust }, (node) =>
      call(node.url, 'GET', '/api/openapi.json', { headers: { traceparent: TRACEPARENT } }),
    )
    const [, traceId, parentSpanId] = TRACEPARENT.split('-')
    const [root] = spans

    expect(root?.name).toBe('GET /api/openapi.json')
    expect(root?.traceId === traceId && root?.parentSpanId === parentSpanId).toBe(isFollowed)
  })
})

describe('the settings of traces', () => {
  it('choose the share of traced requests: none with 0', async () => {
    const { spans } = await traced({ OTEL_TRACES_SAMPLER_ARG: '0' }, (node) => sendBetween([node, node]))
    expect(spans).toEqual([])
  })

  it('give the collector its headers', async () => {
    const { headers } = await traced({ OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=a%20key' }, (node) =>
      call(node.url, 'GET', '/api/openapi.json'),
    )
    expect(headers).toMatchObject({ 'x-collector-key': 'a key' })
  })
})

describe('a collector that cannot be reached', () => {
  it('changes nothing for members', async () => {
    const sent = await whileOpen(startApp({ env: tracedTo({ url: NOWHERE }) }), async (node) => {
      const member = await join(node)
      expect((await member.call('GET', '/api/session')).status).toBe(200)
      return sendBetween([node, node])
    })
    expect(sent).toHaveProperty('conversationId')
  })

  it('appears once in the log, by its address and its setting', async () => {
    const warnings: string[] = []
    const tracing = openTracing(
      {
        url: `${NOWHERE}/v1/traces`,
        headers: {},
        serviceName: 'test',
        ratio: 1,
        exportEvery: 10,
        exportWithin: 100,
      },
      (message) => warnings.push(message),
    )
    tracing.startTrace('first', null).end()
    await expect.poll(() => warnings).toHaveLength(1)
    tracing.startTrace('second', null).end()
    await tracing[Symbol.asyncDispose]()

    expect(warnings).toEqual([expect.stringContaining('127.0.0.1:1/v1/traces (OTEL_EXPORTER_OTLP_ENDPOINT)')])
  })
})
