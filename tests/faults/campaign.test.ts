import { describe, expect, it } from 'vitest'
import { annotateFigures } from '../kit/annotate-figures.ts'
import { runCampaign } from './campaign/campaign.ts'
import { tableOf, unexpectedAnswers, violationsOf } from './campaign/report.ts'

const SEED = 14

describe('two nodes under load while nodes, Redis and PostgreSQL are killed, restarted and stopped', () => {
  // covers: design-failures-under-load
  it('lose no message, store none twice, deliver each to every member and keep the order', {
    timeout: 6 * 60_000,
  }, async (context) => {
    const result = await runCampaign({
      // Every kind of fault once, which takes about half a minute.
      milliseconds: 1,
      seed: SEED,
      pairs: 3,
      sendEvery: 100,
      calm: [300, 900],
    })
    if (!result) return context.skip('redis-server is not installed')
    const details = [...tableOf(result), ...unexpectedAnswers(result).keys(), ...result.loggedErrors].join(
      '\n',
    )
    expect(result.acknowledged).toBeGreaterThan(0)
    expect(violationsOf(result), details).toEqual({
      lost: 0,
      twice: 0,
      untold: 0,
      'out of order': 0,
      'node crashes': 0,
      'unexpected answers': 0,
    })
    await annotateFigures(context, { messages: result.acknowledged, lost: 0 })
  })
})
