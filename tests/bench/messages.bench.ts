/**
 * Messages a second beside Socket.IO 4, ejabberd and a bare server, on one PostgreSQL, each message committed before its sender has
 * the answer. docs/PERFORMANCE.md explains the figures.
 *
 *   npm run bench -- messages [--redis] [--runs 3] [--seconds 4] [--in-flight 8,32,128] [--servers socketio,bare,rapport]
 */
import { withStores } from './contenders/with-stores.ts'
import { spread } from './figures.ts'
import type { Results } from './interleave.ts'
import { incorrectServers } from './messages/incorrect-servers.ts'
import type { MessageFigures } from './messages/measure-contender.ts'
import { measureMessages } from './messages/measure-messages.ts'
import { resultsAtLevel } from './messages/results-at-level.ts'
import { commandOptions } from './options/command-options.ts'
import { wholeNumber, wholeNumbers } from './options/whole-numbers.ts'
import { ratioTo } from './ratios.ts'
import { sayByTopology } from './say-by-topology.ts'

const COLUMNS = [
  'messages/s',
  '× Socket.IO',
  '× bare',
  'p50 ms',
  'p99 ms',
  'p99 × Socket.IO',
  'CPU µs/message',
  'CPU × bare',
  'commits/message',
  'correct',
]

const {
  servers,
  runs,
  seconds,
  'in-flight': levels,
} = commandOptions({
  runs: wholeNumber(3),
  seconds: wholeNumber(4),
  'in-flight': wholeNumbers([8, 32, 128]),
})

const sayLevel = (inFlight: number, results: Results<MessageFigures>) =>
  sayByTopology(`${inFlight} in flight: median (min–max) of ${runs} runs`, results, [
    COLUMNS,
    ({ name, figures, socketio }) => [
      spread(figures.map((one) => one.throughput)),
      ratioTo(results, [name, socketio], (one) => one.throughput),
      ratioTo(results, [name, 'bare'], (one) => one.throughput),
      spread(figures.map((one) => one.p50)),
      spread(figures.map((one) => one.p99)),
      ratioTo(results, [name, socketio], (one) => one.p99),
      spread(figures.map((one) => one.cpu)),
      ratioTo(results, [name, 'bare'], (one) => one.cpu),
      spread(figures.map((one) => one.commits)),
      figures.every((one) => one.isCorrect) ? 'yes' : 'NO',
    ],
  ])

const results = await withStores((stores) => measureMessages(stores, { servers, runs, levels, seconds }))
for (const inFlight of levels) sayLevel(inFlight, resultsAtLevel(results, inFlight))
if (incorrectServers(results).length > 0) process.exitCode = 1
