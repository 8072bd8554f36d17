import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ConfigError, loadConfig } from '#server/platform/config/config.ts'
import { SETTINGS } from '#server/platform/config/settings.ts'

const problemsOf = (environment: Record<string, string>) => {
  try {
    loadConfig(environment)
    return []
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.problems
  }
}

describe('settings', () => {
  it('default to local mode on port 3000, reachable from this machine only', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      redisUrl: null,
      demo: true,
      publicUrl: 'http://localhost:3000',
      allowedOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
    })
  })

  it('must be complete or absent for a payment provider, and their values are not in the errors', () => {
    const problems = problemsOf({ RAZORPAY_KEY_ID: 'rzp_live_x', PAYPAL_CLIENT_SECRET: 'hush' })
    expect(problems.map((problem) => problem.split(':')[0])).toEqual([
      'RAZORPAY_KEY_SECRET',
      'RAZORPAY_WEBHOOK_SECRET',
      'PAYPAL_CLIENT_ID',
      'PAYPAL_WEBHOOK_ID',
    ])
    expect(problems.join()).not.toContain('hush')
    expect(loadConfig({})).toMatchObject({ razorpay: null, paypal: null })
    const paypal = { PAYPAL_CLIENT_ID: 'a', PAYPAL_CLIENT_SECRET: 'b', PAYPAL_WEBHOOK_ID: 'c' }
    expect(loadConfig(paypal).paypal).toEqual({
      clientId: 'a',
      clientSecret: 'b',
      webhookId: 'c',
      mode: 'live',
    })
  })

  it('treat an empty value as unset', () => {
    expect(loadConfig({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, databaseUrl: null })
  })

  it('report all their problems together', () => {
    const problems = problemsOf({
      PORT: '99999',
      DATABASE_URL: 'mysql://x',
      DEMO: 'maybe',
      RATE_LIMIT_FACTOR: '-1',
    })
    expect(problems.map((problem) => problem.split('=')[0])).toEqual([
      'PORT',
      'DATABASE_URL',
      'RATE_LIMIT_FACTOR',
      'DEMO',
    ])
  })

  it('disable the demo with an own database', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://localhost/rapport' }).demo).toBe(false)
  })

  it('reject an invalid TRUST_PROXY and invalid origins', () => {
    const problems = problemsOf({
      TRUST_PROXY: 'sometimes',
      ALLOWED_ORIGINS: 'https://app.example, https://app.example/path',
    })
    expect(problems).toHaveLength(2)
    expect(problems[0]).toContain('expected origins such as https://app.example, without a path')
    expect(problems[1]).toContain('expected on, off, a number of proxies')
    expect(loadConfig({ ALLOWED_ORIGINS: 'https://App.example,capacitor://localhost' })).toMatchObject({
      ownOrigins: ['http://localhost:3000', 'http://127.0.0.1:3000'],
      listedOrigins: ['https://app.example', 'capacitor://localhost'],
    })
  })

  // covers: design-public-server-needs-smtp
  it.each([
    ['PUBLIC_URL=https://rapport.example', { PUBLIC_URL: 'https://rapport.example' }],
    ['HOST=0.0.0.0', { HOST: '0.0.0.0' }],
    ['HOST=::', { HOST: '::', PUBLIC_URL: 'http://localhost:3000' }],
  ])('reject a server that other machines can reach with %s and no SMTP_URL', (shown, environment) => {
    expect(problemsOf(environment)).toEqual([
      `${shown}: needs SMTP_URL as well, because a server that other people can reach does not show mails at /dev/mail`,
    ])
    const withMail = { ...environment, SMTP_URL: 'smtp://mail.example' }
    expect(loadConfig(withMail)).toMatchObject({ developmentAids: false, demo: false, demoAccounts: false })
    expect(problemsOf({ ...withMail, DEMO: 'on' })).toHaveLength(1)
  })

  it.each([
    {},
    { HOST: '::1', PUBLIC_URL: 'http://[::1]:3000' },
    { HOST: 'localhost', PUBLIC_URL: 'https://127.0.0.1' },
  ])('allow the development aids with %j', (environment) => {
    expect(loadConfig(environment)).toMatchObject({ developmentAids: true, demo: true, demoAccounts: true })
  })

  it('allow demo accounts in local mode only', () => {
    const own = loadConfig({ DATABASE_URL: 'postgres://localhost/rapport' })
    expect(own).toMatchObject({ developmentAids: true, demo: false, demoAccounts: false })
  })

  it('require a second factor of staff everywhere except in local mode, unless it is set', () => {
    const database = { DATABASE_URL: 'postgres://localhost/rapport' }
    expect(loadConfig(database).staffTwoFactor).toBe(true)
    expect(loadConfig({}).staffTwoFactor).toBe(false)
    expect(loadConfig({ ...database, STAFF_TWO_FACTOR: 'off' }).staffTwoFactor).toBe(false)
    expect(loadConfig({ STAFF_TWO_FACTOR: 'on' }).staffTwoFactor).toBe(true)
  })

  it('require a database, mail and an https address in production, and refuse the demo there', () => {
    expect(
      problemsOf({ NODE_ENV: 'production', PUBLIC_URL: 'http://rapport.example', DEMO: 'on' }),
    ).toHaveLength(5)
    const whole = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db/rapport',
      SECRET_KEY: 'a'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      PUBLIC_URL: 'https://rapport.example',
    }
    expect(problemsOf(whole)).toEqual([])
  })

  it.each([{ PUBLIC_URL: 'https://rapport.example' }, { HOST: '0.0.0.0' }])(
    'require proof of work on a server that other machines can reach with %j',
    (environment) => {
      const reachable = { ...environment, SMTP_URL: 'smtp://mail.example' }
      expect(loadConfig(reachable).defences.proofOfWork).toBe('always')
      expect(loadConfig({ ...reachable, PROOF_OF_WORK: 'bursts' }).defences.proofOfWork).toBe('bursts')
    },
  )

  it('require proof of work in production, and not on a server for this machine only', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://db/rapport',
      SECRET_KEY: 'a'.repeat(32),
      SMTP_URL: 'smtps://mail.example',
      PUBLIC_URL: 'https://rapport.example',
    }
    expect(loadConfig(production).defences.proofOfWork).toBe('always')
    expect(loadConfig({}).defences.proofOfWork).toBe('off')
    expect(loadConfig({ PROOF_OF_WORK: 'off' }).defences.proofOfWork).toBe('off')
    expect(problemsOf({ BAN_SIGNAL_DAYS: '91', PROOF_OF_WORK: 'seldom' })).toHaveLength(2)
  })

  it('accept mail domains in any script, and no addresses', () => {
    const domainsOf = (given: string) =>
      loadConfig({ LASTING_MAIL_DOMAINS: given }).defences.lastingMailDomains
    expect(domainsOf('Relay.Example, почта.рф,')).toEqual(['relay.example', 'xn--80a1acny.xn--p1ai'])
    for (const wrong of ['asha@relay.example', 'relay', 'https://relay.example', '*.relay.example'])
      expect(problemsOf({ LASTING_MAIL_DOMAINS: wrong }), wrong).toEqual([
        expect.stringContaining('expected mail domains'),
      ])
  })

  // covers: beyond-defence-settings
  it('stand in .env.example, with their descriptions', async () => {
    const example = await readFile(join(resolve(import.meta.dirname, '../../..'), '.env.example'), 'utf8')
    const wanted = Object.entries(SETTINGS)
      .map(([name, setting]) => `# ${setting.description}. Default: ${setting.default}\n# ${name}=\n`)
      .join('\n')
    expect(example).toBe(wanted)
  })
})
