/**
 * Resident memory and heap of one node: started, after registrations, after messages, and then each minute of load, so a
 * leak shows as growth. docs/PERFORMANCE.md explains the figures.
 *
 *   npm run bench -- memory [--registrations 300] [--messages 20000] [--minutes 0] [--in-flight 32]
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { freePort } from '../kit/redis-server.ts'
import { startSmtpServer } from '../kit/smtp-server.ts'
import type { Contender } from './contenders/contender.ts'
import type { MeasuredProcess } from './contenders/measured-process.ts'
import { withStores } from './contenders/with-stores.ts'
import { type Driver, startDriver } from './driver/start-driver.ts'
import { say, sayTable, short } from './figures.ts'
import { interleave } from './interleave.ts'
import { registerMembers } from './register-members.ts'

const PAIRS = 200
const CONNECTS_AT_ONCE = 32
/** A started server is idle for this long before its memory is read, in milliseconds. */
const IDLE = 10_000
/** Messages are sent for this long at a time, in seconds. The driver wants to leave out a first part. */
const PART = 10
const FIRST_PART = 1
const MINUTE = 60
const MEGABYTE = 1_024 * 1_024

const HEAD = ['after', 'messages', 'MB resident', 'MB after collection', 'MB heap', 'MB external'] as const

const { values } = parseArgs({
  options: {
    registrations: { type: 'string', default: '300' },
    messages: { type: 'string', default: '20000' },
    minutes: { type: 'string', default: '0' },
    'in-flight': { type: 'string', default: '32' },
  },
})
const [registrations, messages, minutes, inFlight] = [
  values.registrations,
  values.messages,
  values.minutes,
  values['in-flight'],
].map(wholeNumber) as [number, number, number, number]

/** @throws Error for anything but a whole number */
function wholeNumber(option: string): number {
  const number = Number(option)
  if (!Number.isInteger(number) || number < 0) throw new Error(`expected a whole number and not ${option}`)
  return number
}

/** Prints what the node uses now, and after a garbage collection. Returns the row of the table. */
async function look(node: MeasuredProcess, after: string, sent: number): Promise<string[]> {
  const { rss } = await node.usage()
  const collected = await node.usage({ collect: true })
  const figures = [rss, collected.rss, collected.heapUsed, collected.external].map((one) =>
    short(one / MEGABYTE),
  )
  const row = [after, String(sent), ...figures]
  say(`  ${row.map((value, column) => `${HEAD[column]} ${value}`).join(', ')}`)
  return row
}

/** Sends messages for some seconds. Returns how many. @throws Error when one was not answered */
async function send(driver: Driver, seconds: number): Promise<number> {
  driver.ask({ do: 'send', inFlight, warmup: FIRST_PART, seconds: seconds - FIRST_PART })
  await driver.answer('measuring')
  await driver.answer('measured')
  const { sent, errors } = await driver.answer('sent')
  if (errors.length > 0) throw new Error(`messages were not delivered: ${errors[0]}`)
  return sent
}

/** Sends the messages, and then for the minutes. Adds a row after the messages and after each minute. */
async function loadNode(node: MeasuredProcess, driver: Driver, rows: string[][]) {
  let sent = 0
  while (sent < messages) sent += await send(driver, PART)
  rows.push(await look(node, 'messages', sent))
  for (let minute = 1; minute <= minutes; minute += 1) {
    sent += await send(driver, MINUTE)
    rows.push(await look(node, `minute ${minute}`, sent))
  }
}

async function measure(contender: Contender): Promise<string[][]> {
  const port = await freePort()
  const mail = await startSmtpServer(port)
  const { processes, load } = await contender.start({
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    PROOF_OF_WORK: 'off',
    // A busy machine would make the server refuse messages.
    LOAD_SHEDDING: 'off',
  })
  const driver = startDriver()
  try {
    const [node] = processes
    if (!node) throw new Error('no process was started')
    await sleep(IDLE)
    const rows = [await look(node, 'start', 0)]
    await registerMembers(node.url, registrations)
    rows.push(await look(node, `${registrations} registrations`, 0))
    driver.ask({ do: 'connect', load, pairs: [...contender.pairs], atOnce: CONNECTS_AT_ONCE })
    const { failed } = await driver.answer('connected')
    if (failed > 0) throw new Error(`${failed} connections were refused`)
    await loadNode(node, driver, rows)
    return rows
  } finally {
    await driver.stop()
    for (const one of processes) await one.stop()
    await mail[Symbol.asyncDispose]()
  }
}

const results = await withStores((stores) =>
  interleave({ stores, servers: ['rapport'], runs: 1, pairs: PAIRS, measure }),
)
for (const rows of results.get('rapport') ?? []) sayTable(HEAD, rows)
