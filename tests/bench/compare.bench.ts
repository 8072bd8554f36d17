/**
 * Compares Rapport with Socket.IO 4, ejabberd and a bare server, on one node and on two with Redis, and prints one Markdown table with
 * the machine on which it was measured. docs/PERFORMANCE.md explains the figures.
 *
 *   npm run bench -- compare [--runs 5] [--seconds 4]
 */
import { comparisonRows } from './compare/comparison-rows.ts'
import { describeMachine } from './compare/describe-machine.ts'
import { CONTENDERS } from './contenders/contender.ts'
import { withStores } from './contenders/with-stores.ts'
import { say, sayTable } from './figures.ts'
import { incorrectServers } from './messages/incorrect-servers.ts'
import { measureMessages } from './messages/measure-messages.ts'
import { commandOptions } from './options/command-options.ts'
import { wholeNumber } from './options/whole-numbers.ts'

const LEVELS = [8, 32, 128]
const COLUMNS = [
  'servers',
  'in flight',
  'figure',
  'Socket.IO',
  'ejabberd',
  'bare',
  'Rapport',
  '× Socket.IO',
  '× ejabberd',
  '× bare',
]

const { servers, runs, seconds } = commandOptions(
  { runs: wholeNumber(5), seconds: wholeNumber(4) },
  CONTENDERS,
)

const { machine, results } = await withStores(async (stores) => ({
  machine: await describeMachine(stores),
  results: await measureMessages(stores, { servers, runs, levels: LEVELS, seconds }),
}))
say(
  `\nMedians (least–greatest) of ${runs} runs with ${seconds} s at each number in flight. Bare and ejabberd have one node.`,
)
say(`${machine}.`)
sayTable(COLUMNS, comparisonRows(results, LEVELS))
const incorrect = incorrectServers(results)
if (incorrect.length > 0) {
  say(`Messages were lost, repeated or not stored by ${incorrect.join(', ')}: do not use these figures.`)
  process.exitCode = 1
}
