import type { CampaignResult } from './campaign.ts'

const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0

/** Every answer that an outage does not excuse, with how often it came. */
export function unexpectedAnswers({ senders }: CampaignResult): Map<string, number> {
  const all = new Map<string, number>()
  for (const { unexpected } of senders)
    for (const [what, times] of unexpected) all.set(what, (all.get(what) ?? 0) + times)
  return all
}

/** Returns what must be zero, by name. */
export const violationsOf = (result: CampaignResult): Record<string, number> => ({
  lost: result.lost.length,
  twice: result.twice.length,
  untold: result.untold.length,
  'out of order': result.disordered.length,
  'node crashes': result.crashes,
  'unexpected answers': [...unexpectedAnswers(result).values()].reduce((sum, times) => sum + times, 0),
})

/** Returns the result as lines of a table. */
export function tableOf(result: CampaignResult): string[] {
  const latencies = result.senders.flatMap((sender) => sender.latencies).sort((a, b) => a - b)
  const sum = (pick: (counts: CampaignResult['receivers'][number]['counts']) => number) =>
    result.receivers.reduce((total, { counts }) => total + pick(counts), 0)
  const refetched = result.receivers.reduce(
    (total, { learned }) => total + [...learned.values()].filter((how) => how === 'refetch').length,
    0,
  )
  const milliseconds = (share: number) => `${Math.round(quantile(latencies, share))} ms`
  const rows: [string, string | number][] = [
    ...[...result.struck].sort().map(([name, times]): [string, number] => [name, times]),
    ['acknowledged messages', result.acknowledged],
    ['stored messages', result.stored],
    [
      'tries that failed and were repeated',
      result.senders.reduce((total, { retries }) => total + retries, 0),
    ],
    ['streams opened', sum(({ connections }) => connections)],
    ['refetches that a resync asked for', sum(({ resyncs }) => resyncs)],
    ['messages first learned by a refetch', refetched],
    ['messages told again', sum(({ repeats }) => repeats)],
    ['acknowledgement p50 / p99 / max', [0.5, 0.99, 1].map(milliseconds).join(' / ')],
    ['lines logged as errors', result.loggedErrors.length],
    ...Object.entries(violationsOf(result)),
  ]
  return rows.map(([name, value]) => `${name.padEnd(40)}${String(value).padStart(24)}`)
}
