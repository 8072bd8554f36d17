import { describe, expect, it } from 'vitest'
import { tryConsumeLinkMail } from '#server/domains/accounts/link-mail-limits.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.ts'

const limitsOf = () => createRateLimits({ redis: null, factor: 1, note: () => undefined })

describe.each(['reset', 'resend'] as const)('link mails of kind %s', (kind) => {
  it('stop after four in a quarter of an hour and one beyond, for each account', async () => {
    const limits = limitsOf()
    const mailed = []
    for (let times = 0; times < 7; times += 1)
      mailed.push(await tryConsumeLinkMail(limits, kind, 'asha@example.com'))
    expect(mailed).toEqual([true, true, true, true, true, false, false])
    expect(await tryConsumeLinkMail(limits, kind, 'ben@example.com')).toBe(true)
  })

  it('stop after ten a day and one beyond', async () => {
    const limits = limitsOf()
    const mailed = []
    for (let times = 0; times < 13; times += 1) {
      mailed.push(await tryConsumeLinkMail(limits, kind, 'asha@example.com'))
      await limits.forget(`${kind}ByAccount`, 'asha@example.com')
    }
    expect(mailed.filter(Boolean)).toHaveLength(11)
    expect(mailed.slice(11)).toEqual([false, false])
    await limits.forget(`${kind}BeyondLimits`, 'asha@example.com')
    expect(await tryConsumeLinkMail(limits, kind, 'asha@example.com')).toBe(true)
  })

  it('count separately from the other kind', async () => {
    const limits = limitsOf()
    for (let times = 0; times < 6; times += 1) await tryConsumeLinkMail(limits, kind, 'asha@example.com')
    expect(await tryConsumeLinkMail(limits, kind === 'reset' ? 'resend' : 'reset', 'asha@example.com')).toBe(
      true,
    )
  })
})
