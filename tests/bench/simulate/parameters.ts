/*
 * Everything that the simulation and the capacity table take as given: how members behave, what the benchmarks measured,
 * and prices. Each figure names its source. docs/SCALING.md prints them, and names the command that renews it after a change.
 */
export interface Figure {
  value: number
  unit: string
  meaning: string
  source: string
}

const figure = (value: number, unit: string, meaning: string, source: string): Figure => ({
  value,
  unit,
  meaning,
  source,
})

const ASSUMED = 'assumed'
const COSTS = 'counted by `costs.test.ts`'
const REDIS_RUN =
  '`bench messages --redis`, 2026-11-23, a busy machine, scaled by the ratio of one node in that run to decision 14'

/** How members behave while they are online. */
export const BEHAVIOUR = {
  chatMedian: figure(300, 's', 'median length of a chat, log-normal', ASSUMED),
  chatSigma: figure(1, '', 'standard deviation of the logarithm of that length', ASSUMED),
  idleMean: figure(500, 's', 'mean time between a chat and the next search, exponential', ASSUMED),
  patience: figure(120, 's', 'a member who is not matched within this time gives up', ASSUMED),
  messagesAMinute: figure(2, '/min', 'messages a member sends in a minute of a chat', ASSUMED),
  reconnectsAnHour: figure(
    6,
    '/h',
    'new streams of a member, by changes of network and sleeping devices',
    ASSUMED,
  ),
  averageShare: figure(0.5, '', 'members online on average, as a share of the peak', ASSUMED),
  membersForOneOnline: figure(20, '', 'registered members for each member online at the peak', ASSUMED),
} as const

/** How members of a small crowd use what helps them to meet. */
export const HELP = {
  choosesBestHour: figure(
    0.3,
    '',
    'members who come at 8 p.m. instead, because they read that it is best',
    ASSUMED,
  ),
  letsRing: figure(0.4, '', 'members who let their search go on when they would give up', ASSUMED),
  comesToRing: figure(0.5, '', 'of those who are rung, who come within the minute', ASSUMED),
  hasBell: figure(0.3, '', 'members who gave up and have bells on for their interests', ASSUMED),
  comesToBell: figure(0.3, '', 'of those whose bell rings, who come and search', ASSUMED),
  comesToEvening: figure(
    0.3,
    '',
    'members who search within the evening of that day instead, from 8 to 10 p.m.',
    ASSUMED,
  ),
} as const

/** Processor time and memory of one node. */
export const NODE = {
  send: figure(
    165,
    'µs',
    'a message until its statement is sent',
    'decision 14: 255 µs for the whole, shares of its profile',
  ),
  committed: figure(
    70,
    'µs',
    'answer and the sender’s own stream, after the commit',
    'decision 14, shares of its profile',
  ),
  deliver: figure(
    22,
    'µs',
    'writing to one stream',
    'PERFORMANCE.md: three writes are a quarter of a message',
  ),
  publish: figure(45, 'µs', 'appending a message in Redis', REDIS_RUN),
  receive: figure(45, 'µs', 'reading a message of another node', REDIS_RUN),
  newStream: figure(450, 'µs', 'a new stream, with Redis', 'decision 12: 0.45 ms, and 0.39 ms without Redis'),
  heartbeat: figure(15, 'µs', 'a heartbeat to a stream', 'assumed: less than a write with an event'),
  heartbeatEvery: figure(15, 's', 'time between two heartbeats of a stream', '`TIMING.streamHeartbeat`'),
  heartbeatSlots: figure(
    15,
    '',
    'parts of that time; the streams of a part are written at once',
    '`heartbeats.ts`',
  ),
  match: figure(344, 'µs', 'a match, without its requests', 'decision 13'),
  search: figure(
    1_000,
    'µs',
    'requests, limits and statements around a search',
    'assumed: 5 statements and 12 Redis commands',
  ),
  baseMemory: figure(223, 'MB', 'a started node under load', '`bench start`, 2026-11-22'),
  streamMemory: figure(4, 'KB', 'an idle stream', 'decision 12'),
  memberMemory: figure(4, 'KB', 'session, limits and presence of a member', ASSUMED),
  targetLoad: figure(0.6, '', 'share of a core that a node may use at the peak', ASSUMED),
  streamsAtMost: figure(
    50_000,
    '',
    'streams of a node: all of them return within a minute after its loss',
    ASSUMED,
  ),
} as const

/** Processor time of PostgreSQL, its disk, and its rows. */
export const POSTGRES = {
  batch: figure(
    450,
    'µs',
    'a statement for a batch of messages',
    'decision 14: 0.4 ms; 0.45 ms in later runs',
  ),
  message: figure(75, 'µs', 'each message of a batch', 'decision 14: 0.06 ms; 0.075 ms in later runs'),
  flush: figure(
    1_000,
    'µs',
    'writing the log to disk, for all transactions that wait',
    'assumed: SSD in a data centre',
  ),
  cores: figure(16, '', 'cores of the primary in the simulation', ASSUMED),
  match: figure(3_000, 'µs', 'a match: 10 statements', `${COSTS}; 0.3 ms for each is assumed`),
  newStream: figure(150, 'µs', 'a new stream, whose statements a batch of 64 shares', ASSUMED),
  targetLoad: figure(0.5, '', 'share of its cores that may be used at the peak', ASSUMED),
  coresAtMost: figure(64, '', 'cores of one primary', ASSUMED),
  messageRow: figure(
    400,
    'B',
    'a message on disk, with two indexes and the primary key',
    'assumed: 60 letters of text',
  ),
  memberRow: figure(4, 'KB', 'a registered member on disk', ASSUMED),
  messageLog: figure(700, 'B', 'write-ahead log of a message', ASSUMED),
  daysKept: figure(90, 'days', 'messages kept on the primary’s fast disk', ASSUMED),
} as const

/** Processor time of one Redis server, which uses one core, or of one shard of a cluster. */
export const REDIS = {
  message: figure(50, 'µs', 'two commands, with reading and writing two connections', REDIS_RUN),
  match: figure(260, 'µs', 'a match: its scripts', `decision 13; 25 commands, ${COSTS}`),
  newStream: figure(60, 'µs', 'a new stream: 4 commands', `${COSTS}; 15 µs for each is assumed`),
  targetLoad: figure(0.6, '', 'share of its core that a shard may use at the peak', ASSUMED),
  memberMemory: figure(3, 'KB', 'live log, session and presence of a member', ASSUMED),
} as const

export const NETWORK = {
  message: figure(
    2_600,
    'B',
    'request, answer and two events of a message',
    `${COSTS}: 1,017 and 351 B; the request is assumed`,
  ),
  heartbeat: figure(90, 'B', 'a heartbeat with TLS and TCP', ASSUMED),
  reconnect: figure(6_000, 'B', 'a TLS handshake, the head and the first events', ASSUMED),
  hop: figure(250, 'µs', 'one way between two machines', ASSUMED),
  proxyMemory: figure(40, 'KB', 'a connection in the proxy, with TLS', ASSUMED),
  proxyConnections: figure(100_000, '', 'connections for each core of a proxy', ASSUMED),
} as const

/** Parameters, not offers: replace them by your own. In US dollars. */
export const PRICES = {
  core: figure(0.03, '$/h', 'a core', ASSUMED),
  memory: figure(0.004, '$/GB/h', 'memory', ASSUMED),
  disk: figure(0.1, '$/GB/month', 'replicated SSD', ASSUMED),
  traffic: figure(0.02, '$/GB', 'outgoing traffic', ASSUMED),
  hoursAMonth: figure(730, 'h', 'hours of a month', ASSUMED),
} as const

/** The values without their sources. */
export const valuesOf = <Name extends string>(figures: Record<Name, Figure>): Record<Name, number> =>
  Object.fromEntries(Object.entries<Figure>(figures).map(([name, { value }]) => [name, value])) as Record<
    Name,
    number
  >
