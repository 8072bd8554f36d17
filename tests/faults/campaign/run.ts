import { parseArgs } from 'node:util'
import { runCampaign } from './campaign.ts'
import { tableOf, unexpectedAnswers, violationsOf } from './report.ts'

const print = (text: string) => void process.stdout.write(`${text}\n`)

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    pairs: { type: 'string', default: '12' },
    every: { type: 'string', default: '200' },
  },
})
print(`Campaign of ${values.minutes} minutes, seed ${values.seed}`)
const result = await runCampaign({
  milliseconds: Number(values.minutes) * 60_000,
  seed: Number(values.seed),
  pairs: Number(values.pairs),
  sendEvery: Number(values.every),
  calm: [1_000, 6_000],
})
if (!result) {
  print('There is no redis-server on this machine.')
  process.exit(1)
}
print(tableOf(result).join('\n'))
for (const [what, times] of unexpectedAnswers(result)) print(`${times} × ${what}`)
for (const line of result.loggedErrors.slice(0, 10)) print(line.slice(0, 1_000))
for (const kind of ['lost', 'twice', 'untold', 'disordered'] as const)
  if (result[kind].length > 0) print(`${kind}: ${result[kind].slice(0, 20).join(', ')}`)
process.exit(Object.values(violationsOf(result)).some((count) => count > 0) ? 1 : 0)
