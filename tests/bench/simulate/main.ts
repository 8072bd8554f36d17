/**
 * Simulates matching and delivery on a virtual clock. docs/SCALING.md explains the figures.
 *
 *   npm run simulate [-- --online 10000,1000000 --minutes 2 --nodes 1,4,16,64 --slots 15 --seed 1 --json --write]
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '../figures.ts'
import { wholeNumbers } from '../options/whole-numbers.ts'
import { ratesOf } from './behaviour.ts'
import { shardsFor } from './capacity.ts'
import { computeBlocks, fillBlocks } from './computed-blocks.ts'
import { NODE, POSTGRES } from './parameters.ts'
import type { Results } from './results.ts'
import { saturatingNodes } from './saturation.ts'
import { simulateDelivery } from './simulate-delivery.ts'
import { simulateMatching } from './simulate-matching.ts'
import { drawCharts } from './simulation-charts.ts'
import { deliveryTable, matchingTable, smallCrowdTable } from './simulation-tables.ts'
import { simulateSmallCrowds } from './small-crowds.ts'
import { summarizeMatching } from './summarize-matching.ts'

const DOCS = resolve(import.meta.dirname, '../../../docs')
/** One core simulates this many searches in about half a minute. */
const MOST_SEARCHES = 30_000
const DELIVERY_SECONDS = 10

const { values } = parseArgs({
  options: {
    online: { type: 'string', default: '10000,100000,1000000' },
    minutes: { type: 'string', default: '2' },
    nodes: { type: 'string', default: '1,4,16,64' },
    slots: { type: 'string', default: String(NODE.heartbeatSlots.value) },
    seed: { type: 'string', default: '1' },
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})

const numbersOf = (list: string) => wholeNumbers([]).parse(list)

/** The figures alone go to the output with `--json`. */
const tell = (line: string) => (values.json ? process.stderr.write(`${line}\n`) : say(line))

async function simulate(): Promise<Results> {
  const [minutes = 2] = numbersOf(values.minutes)
  const [seed = 1] = numbersOf(values.seed)
  const results: Results = { seed, matching: [], smallCrowds: [], delivery: [] }
  for (const online of numbersOf(values.online)) {
    const seconds = Math.min(minutes * 60, Math.ceil(MOST_SEARCHES / ratesOf(online).searches))
    const shortened = seconds < minutes * 60 ? `, shortened from ${minutes} min to stay on one core` : ''
    tell(`matching, ${online} online: ${seconds} s of virtual time after a warm start${shortened}`)
    const outcome = await simulateMatching({ online, seconds, seed })
    results.matching.push({ online, seconds, figures: summarizeMatching(outcome) })
    const shards = shardsFor(online)
    for (const slots of numbersOf(values.slots))
      for (const nodes of numbersOf(values.nodes))
        results.delivery.push(
          simulateDelivery({ online, nodes, shards, slots, seconds: DELIVERY_SECONDS, seed }),
        )
  }
  tell('small crowds: 1,000 searches each, over as many days as they take')
  results.smallCrowds = await simulateSmallCrowds(seed)
  return results
}

function saySaturation(online: number) {
  const { nodes, postgres, shards } = saturatingNodes(online, POSTGRES.cores.value)
  const parts = [
    nodes > 0 ? `${nodes} nodes or fewer are overloaded` : 'one node is enough',
    postgres === null
      ? 'no number of nodes overloads PostgreSQL'
      : `PostgreSQL is overloaded with more than ${postgres} nodes`,
    shards === null
      ? 'the tickets of the matching overload their shard of Redis'
      : `shards of Redis at the least: ${shards}`,
  ]
  tell(`${online} online: ${parts.join('; ')}`)
}

async function write(results: Results) {
  await mkdir(resolve(DOCS, 'scaling'), { recursive: true })
  await writeFile(resolve(DOCS, 'scaling/simulation.json'), `${JSON.stringify(results, null, 2)}\n`)
  for (const [name, svg] of Object.entries(drawCharts(results, NODE.heartbeatSlots.value)))
    await writeFile(resolve(DOCS, 'scaling', name), svg)
  const document = resolve(DOCS, 'SCALING.md')
  await writeFile(document, fillBlocks(await readFile(document, 'utf8'), computeBlocks(results)))
}

const results = await simulate()
tell(`\n${matchingTable(results)}\n\n${smallCrowdTable(results)}\n\n${deliveryTable(results)}\n`)
for (const { online } of results.matching) saySaturation(online)
if (values.json) say(JSON.stringify(results, null, 2))
if (values.write) await write(results)
