import { type Limit, type LimitName, RATE_LIMITS } from '#server/platform/rate-limits/rate-limits.ts'
import { LIMIT_TEXTS } from './limit-texts.ts'

const UNITS = [
  [24 * 60 * 60, 'day'],
  [60 * 60, 'hour'],
  [60, 'minute'],
  [1, 'second'],
] as const

/** Returns the rate limits as a Markdown table, for docs/API.md. */
export function rateLimitTable(): string {
  const rows = (Object.entries(RATE_LIMITS) as [LimitName, Limit][]).map(([name, limit]) => {
    const per = name.endsWith('ByAddress') ? 'address' : 'account'
    const newAccounts = limit.newAccount ? quotaOf(limit.newAccount) : ''
    return `| \`${name}\` | ${LIMIT_TEXTS[name]} | ${per} | ${quotaOf(limit)} | ${newAccounts} |`
  })
  return [
    '| limit | counts | for each | quota | new accounts |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}

function quotaOf({ points, seconds }: { points: number; seconds: number }): string {
  const [size, unit] = UNITS.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const count = seconds / size
  return `${points} in ${count} ${count === 1 ? unit : `${unit}s`}`
}
