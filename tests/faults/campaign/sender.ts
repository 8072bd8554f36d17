import { message } from '#schema/chat.ts'
import { call } from '../../kit/person.ts'
import type { CampaignMember } from './members.ts'
import { pause } from './random.ts'

/** A request without an answer is given up, like a reload by the user. */
const REQUEST_PATIENCE = 30_000
const RETRY_AFTER = 300

export interface SenderRecord {
  readonly member: CampaignMember
  readonly conversationId: string
  /** Keys in the order of sending, each sent once the one before was acknowledged. */
  readonly keys: string[]
  /** The ids with which each key was acknowledged. */
  readonly acknowledged: Map<string, Set<string>>
  /** How long the successful attempts took, in milliseconds. */
  readonly latencies: number[]
  /** Answers that an outage does not excuse, by status. */
  readonly unexpected: Map<string, number>
  retries: number
}

/**
 * Sends one message after the other until the signal, each under a key of its own, and tries each on alternating nodes
 * until it is acknowledged. `begin` gets the record that grows.
 */
export async function sendUntil(
  { member, conversationId, nodes, every }: SenderOptions,
  signal: AbortSignal,
  begin: (record: SenderRecord) => void = () => undefined,
): Promise<SenderRecord> {
  const record: SenderRecord = {
    member,
    conversationId,
    keys: [],
    acknowledged: new Map(),
    latencies: [],
    unexpected: new Map(),
    retries: 0,
  }
  begin(record)
  let turn = Math.floor(Math.random() * nodes.length)
  while (!signal.aborted) {
    const key = `key-${record.keys.length}`
    record.keys.push(key)
    for (;;) {
      const base = nodes[turn % nodes.length] ?? ''
      if ((await attempt(base, key, record)) !== 'again') break
      record.retries += 1
      turn += 1
      await pause(RETRY_AFTER)
    }
    await pause(every)
  }
  return record
}

interface SenderOptions {
  member: CampaignMember
  conversationId: string
  nodes: readonly string[]
  /** Milliseconds between two messages. */
  every: number
}

async function attempt(
  base: string,
  key: string,
  record: SenderRecord,
): Promise<'sent' | 'refused' | 'again'> {
  const { member, conversationId } = record
  const begun = performance.now()
  const unexpected = (what: string) => record.unexpected.set(what, (record.unexpected.get(what) ?? 0) + 1)
  try {
    const asked = call(base, 'POST', '/api/v1/message', {
      token: member.token,
      body: { conversationId, message: `Message ${key}`, clientMessageId: key },
      signal: AbortSignal.timeout(REQUEST_PATIENCE),
    })
    const { status, body, headers } = await asked
    if (status === 200) {
      const ids = record.acknowledged.get(key) ?? new Set()
      record.acknowledged.set(key, ids.add(message.parse(body).id))
      record.latencies.push(performance.now() - begun)
      return 'sent'
    }
    if (status !== 503 || !headers.get('retry-after')) unexpected(`${status} ${JSON.stringify(body)}`)
    // A mistake in the request itself does not change with a retry.
    if (status < 500) return 'refused'
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') unexpected('no answer within 30 s')
  }
  return 'again'
}
