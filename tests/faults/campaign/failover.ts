import { call } from '../../kit/person.ts'
import { freePort } from '../../kit/redis-server.ts'
import { type ServerProcess, startServerProcess } from '../../kit/server-process.ts'
import { type CampaignPair, createPairs } from './members.ts'
import { startCampaignPostgres } from './postgres.ts'
import { pause } from './random.ts'
import { createReceiver, type Receiver } from './receiver.ts'
import { type SenderRecord, sendUntil } from './sender.ts'
import { type Findings, verify } from './verify.ts'

const PAIRS = 4
/** Milliseconds between two messages of a member. More load would only keep the processors busy during the fault. */
const SEND_EVERY = 100
/** How many messages are acknowledged before the fault, and after what it broke works again. */
const BEFORE = 100
const AFTER = 100

export interface FailoverOptions {
  /** The settings of each server process. Each has a port of its own. */
  nodes: readonly Record<string, string>[]
  /** Strikes while members send. */
  strike(running: FailoverNodes): Promise<void>
}

export interface FailoverNodes {
  readonly processes: readonly ServerProcess[]
  readonly urls: readonly string[]
}

export interface FailoverResult extends Findings {
  readonly senders: readonly SenderRecord[]
  readonly receivers: readonly Receiver[]
  /** Whether two members were matched after the fault. */
  readonly isMatched: boolean
  /** How many messages were acknowledged between the fault and the first match after it. */
  readonly acknowledgedMeanwhile: number
  readonly outputs: readonly string[]
}

/**
 * Runs server processes under load, strikes once, waits until two members are matched again, and compares what the members
 * learned with the database.
 */
export async function runFailover(options: FailoverOptions): Promise<FailoverResult> {
  const stack = new AsyncDisposableStack()
  try {
    return await run(stack, options)
  } finally {
    await stack.disposeAsync()
  }
}

async function run(stack: AsyncDisposableStack, { nodes, strike }: FailoverOptions): Promise<FailoverResult> {
  const postgres = stack.use(await startCampaignPostgres())
  const processes = await startProcesses(stack, postgres.url, nodes)
  const urls = await Promise.all(processes.map(async ({ ready }) => (await ready).url))
  const where = { url: urls[0] ?? '', databaseUrl: postgres.url }
  const pairs = await createPairs(where, PAIRS)
  const searching = await createPairs(where, 1)
  const load = await startLoad(pairs, urls)
  stack.defer(load.close)
  await load.untilAcknowledged(BEFORE)
  await strike({ processes, urls })
  const atStrike = load.acknowledged()
  const isMatched = await untilMatched(searching, urls)
  const acknowledgedMeanwhile = load.acknowledged() - atStrike
  await load.untilAcknowledged(load.acknowledged() + AFTER)
  const senders = await load.stop()
  await Promise.all(load.receivers.map((receiver) => receiver.catchUp()))
  const findings = await verify(postgres.url, { pairs, senders, receivers: load.receivers })
  return {
    ...findings,
    senders,
    receivers: load.receivers,
    isMatched,
    acknowledgedMeanwhile,
    outputs: processes.map((one) => one.output()),
  }
}

async function startProcesses(
  stack: AsyncDisposableStack,
  databaseUrl: string,
  nodes: FailoverOptions['nodes'],
): Promise<ServerProcess[]> {
  const processes: ServerProcess[] = []
  for (const env of nodes) {
    const started = startServerProcess({
      NODE_ENV: 'test',
      HOST: '127.0.0.1',
      DATABASE_URL: databaseUrl,
      DEMO: 'off',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_FACTOR: '100000',
      PROOF_OF_WORK: 'off',
      PORT: String(await freePort()),
      ...env,
    })
    stack.defer(async () => void (await started.stop()))
    processes.push(started)
    await started.ready
  }
  return processes
}

async function startLoad(pairs: readonly CampaignPair[], urls: readonly string[]) {
  const everyMember = pairs.flatMap(({ conversationId, members }) =>
    members.map((member) => ({ member, conversationId, nodes: urls, every: SEND_EVERY })),
  )
  const receivers = everyMember.map(({ member, ...where }) => createReceiver(member, where))
  await Promise.all(receivers.map((receiver) => receiver.opened))
  const enough = new AbortController()
  const records: SenderRecord[] = []
  const sending = everyMember.map((each) => sendUntil(each, enough.signal, (record) => records.push(record)))
  const acknowledged = () => records.reduce((sum, record) => sum + record.acknowledged.size, 0)
  return {
    receivers,
    acknowledged,
    async untilAcknowledged(count: number) {
      while (acknowledged() < count) await pause(20)
    },
    async stop() {
      enough.abort()
      return Promise.all(sending)
    },
    close() {
      enough.abort()
      for (const receiver of receivers) receiver.close()
    },
  }
}

/** How often the two members poll: for half a minute at least. */
const POLLS = 150

/** Returns whether two members who search on different nodes get matched. */
async function untilMatched(searching: readonly CampaignPair[], urls: readonly string[]): Promise<boolean> {
  const [{ members } = { members: [] }] = searching
  for (let poll = 0; poll < POLLS; poll += 1) {
    for (const [index, { token }] of members.entries()) {
      const url = urls[index % urls.length] ?? ''
      const answer = await call(url, 'GET', '/api/v1/conversation', { token }).catch(() => null)
      if (answer?.status === 200) return true
    }
    await pause(200)
  }
  return false
}
