import * as z from 'zod'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { type TrustedProxies, trustedProxies } from '#server/platform/http/client-address.ts'
import { DEFENCE_MODELS, DEFENCE_SETTINGS, type DefenceConfig, defencesOf } from './defence-settings.ts'
import { reachProblems, whyReachable } from './exposure.ts'
import { flag, origins, type Setting, setting, wholeNumber } from './setting.ts'

const url = (protocols: RegExp, expected: string) => z.url({ protocol: protocols, error: expected })
const secret = z.string().min(1).optional()

/** Every setting once. */
export const SETTINGS = {
  NODE_ENV: setting(
    'production refuses everything that only serves trying out',
    'development',
    z
      .enum(['development', 'test', 'production'], "expected 'development', 'test' or 'production'")
      .default('development'),
  ),
  PORT: setting(
    'the one port that serves everything',
    '3000',
    z.coerce
      .number('expected a port number')
      .int('expected a port number')
      .min(0, 'expected 0 to 65535')
      .max(65_535, 'expected 0 to 65535')
      .default(3000),
  ),
  HOST: setting('the address to listen on', '127.0.0.1', z.string().min(1).default('127.0.0.1')),
  PUBLIC_URL: setting(
    'where people reach the product, as it stands in mails',
    'http://localhost:PORT',
    url(/^https?$/, 'expected an http(s) address').optional(),
  ),
  ALLOWED_ORIGINS: setting(
    'further origins whose pages may call the API, with a bearer token and never with the cookie, separated by commas',
    '(none)',
    origins.default([]),
  ),
  DATA_DIR: setting('where local mode keeps its data', '.data', z.string().min(1).default('.data')),
  DATABASE_URL: setting(
    'PostgreSQL; unset, a PostgreSQL of its own runs on DATA_DIR (local mode)',
    '(local mode)',
    url(/^postgres(ql)?$/, 'expected postgres://…').optional(),
  ),
  SECRET_KEY: setting(
    'encrypts the keys and second factors in the database, 32 characters or more; the same on every node, and kept apart from backups of the database',
    'generated in DATA_DIR',
    z.string().min(32, 'expected 32 characters or more').optional(),
  ),
  REDIS_URL: setting(
    'Redis, for more than one node; unset, one node keeps its live state in memory',
    '(in memory)',
    url(/^rediss?$/, 'expected redis://…').optional(),
  ),
  SMTP_URL: setting(
    'where mail is sent; unset, mails are shown at /dev/mail, which needs HOST and PUBLIC_URL to be loopback',
    '(mailbox)',
    url(/^smtps?$/, 'expected smtp://… or smtps://…').optional(),
  ),
  MAIL_FROM: setting(
    'the sender of mails',
    PRODUCT.supportEmail,
    z.string().min(3).default(`${PRODUCT.name} <${PRODUCT.supportEmail}>`),
  ),
  STAFF_TWO_FACTOR: setting(
    'whether moderators and administrators need a second factor before they reach any staff page, and their sessions end sooner',
    'on, off in local mode',
    flag.optional(),
  ),
  RATE_LIMIT_FACTOR: setting(
    'multiplies every rate limit, for load tests',
    '1',
    z.coerce.number('expected a number above 0').positive('expected a number above 0').default(1),
  ),
  FREE_CONVERSATIONS_A_DAY: setting(
    'how many conversations a free member may start a day',
    String(POLICY.freeConversationsADay),
    wholeNumber(1, 1_000_000).default(POLICY.freeConversationsADay),
  ),
  ...DEFENCE_SETTINGS,
  RAZORPAY_KEY_ID: setting(
    'the key of Razorpay, which takes cards and UPI in rupees',
    '(not configured)',
    secret,
  ),
  RAZORPAY_KEY_SECRET: setting('the secret of that key', '(not configured)', secret),
  RAZORPAY_WEBHOOK_SECRET: setting('what Razorpay signs its webhooks with', '(not configured)', secret),
  PAYPAL_CLIENT_ID: setting(
    'the client of PayPal, which takes all other currencies',
    '(not configured)',
    secret,
  ),
  PAYPAL_CLIENT_SECRET: setting('the secret of that key', '(not configured)', secret),
  PAYPAL_WEBHOOK_ID: setting('the id of the webhook at PayPal', '(not configured)', secret),
  PAYPAL_MODE: setting(
    "PayPal's own test environment, or the real one",
    'live',
    z.enum(['live', 'sandbox'], "expected 'live' or 'sandbox'").default('live'),
  ),
  DEMO: setting(
    'demo data and demo partners in local mode, while HOST and PUBLIC_URL are loopback',
    'on in local mode',
    flag.optional(),
  ),
  METRICS_TOKEN: setting(
    'opens /metrics from elsewhere than loopback, as a bearer token',
    '(loopback only)',
    secret,
  ),
  TRUST_PROXY: setting(
    'which proxies in front are believed about X-Forwarded-For: on for one, a number of them, or their networks separated by commas',
    'off',
    trustedProxies.prefault('off'),
  ),
  LOG_LEVEL: setting(
    'how much is logged',
    'info',
    z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace'],
        'expected fatal, error, warn, info, debug or trace',
      )
      .default('info'),
  ),
} as const satisfies Record<string, Setting>

export interface Config {
  nodeEnv: 'development' | 'test' | 'production'
  port: number
  host: string
  publicUrl: string
  /** The origins of our own pages. */
  ownOrigins: readonly [string, ...string[]]
  /** The origins of other pages that may call the API with a bearer token. */
  listedOrigins: readonly string[]
  /** Both: where a member may come from, and be led back to. */
  allowedOrigins: readonly [string, ...string[]]
  dataDir: string
  /** Null: local mode. */
  databaseUrl: string | null
  /** Null: generated in the data folder. */
  secretKey: string | null
  redisUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  /** Staff need a second factor, and their sessions last 12 hours at most. */
  staffTwoFactor: boolean
  rateLimitFactor: number
  freeConversationsADay: number
  defences: DefenceConfig
  /** Null: not configured. */
  razorpay: { keyId: string; keySecret: string; webhookSecret: string } | null
  paypal: { clientId: string; clientSecret: string; webhookId: string; mode: 'live' | 'sandbox' } | null
  /** Mailbox, payment sandbox and demo: only for people at this machine (design §3). */
  developmentAids: boolean
  /** Demo data, demo partners and demo logins. */
  demo: boolean
  /** Whether demo accounts in the database can be used: only in local mode. */
  demoAccounts: boolean
  metricsToken: string | null
  trustProxy: TrustedProxies
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace'
}

export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

const model = z.object({
  NODE_ENV: SETTINGS.NODE_ENV.model,
  PORT: SETTINGS.PORT.model,
  HOST: SETTINGS.HOST.model,
  PUBLIC_URL: SETTINGS.PUBLIC_URL.model,
  ALLOWED_ORIGINS: SETTINGS.ALLOWED_ORIGINS.model,
  DATA_DIR: SETTINGS.DATA_DIR.model,
  DATABASE_URL: SETTINGS.DATABASE_URL.model,
  SECRET_KEY: SETTINGS.SECRET_KEY.model,
  REDIS_URL: SETTINGS.REDIS_URL.model,
  SMTP_URL: SETTINGS.SMTP_URL.model,
  MAIL_FROM: SETTINGS.MAIL_FROM.model,
  STAFF_TWO_FACTOR: SETTINGS.STAFF_TWO_FACTOR.model,
  RATE_LIMIT_FACTOR: SETTINGS.RATE_LIMIT_FACTOR.model,
  FREE_CONVERSATIONS_A_DAY: SETTINGS.FREE_CONVERSATIONS_A_DAY.model,
  ...DEFENCE_MODELS,
  RAZORPAY_KEY_ID: SETTINGS.RAZORPAY_KEY_ID.model,
  RAZORPAY_KEY_SECRET: SETTINGS.RAZORPAY_KEY_SECRET.model,
  RAZORPAY_WEBHOOK_SECRET: SETTINGS.RAZORPAY_WEBHOOK_SECRET.model,
  PAYPAL_CLIENT_ID: SETTINGS.PAYPAL_CLIENT_ID.model,
  PAYPAL_CLIENT_SECRET: SETTINGS.PAYPAL_CLIENT_SECRET.model,
  PAYPAL_WEBHOOK_ID: SETTINGS.PAYPAL_WEBHOOK_ID.model,
  PAYPAL_MODE: SETTINGS.PAYPAL_MODE.model,
  DEMO: SETTINGS.DEMO.model,
  METRICS_TOKEN: SETTINGS.METRICS_TOKEN.model,
  TRUST_PROXY: SETTINGS.TRUST_PROXY.model,
  LOG_LEVEL: SETTINGS.LOG_LEVEL.model,
})

/** An empty value means the same as none. @throws ConfigError naming every wrong setting at once */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const result = model.safeParse(given)
  const wrong = result.success
    ? []
    : result.error.issues.map((issue) => {
        const name = String(issue.path[0])
        return `${name}=${given[name] ?? ''}: ${issue.message} (${SETTINGS[name as keyof typeof SETTINGS].meaning})`
      })
  const problems = [
    ...wrong,
    ...halfConfigured(given),
    ...productionProblems(given),
    ...(result.success ? reachProblems(result.data) : []),
  ]
  if (!result.success || problems.length > 0) throw new ConfigError(problems)
  return configOf(result.data)
}

const RAZORPAY = ['RAZORPAY_KEY_ID', 'RAZORPAY_KEY_SECRET', 'RAZORPAY_WEBHOOK_SECRET'] as const
const PAYPAL = ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const

/** A provider with half of its settings would take money and not hear of it. */
function halfConfigured(given: Record<string, string>): string[] {
  return [RAZORPAY, PAYPAL].flatMap((names) => {
    const missing = names.filter((name) => !given[name])
    return missing.length === names.length
      ? []
      : missing.map((name) => `${name}: needed as well, ${SETTINGS[name].meaning}`)
  })
}

/** Production refuses demo data, demo partners and the mailbox (design §3). */
function productionProblems(given: Record<string, string>): string[] {
  if (given.NODE_ENV !== 'production') return []
  const needs = (name: keyof typeof SETTINGS, why: string) =>
    given[name] ? [] : [`${name}: needed in production, ${why}`]
  return [
    ...needs('DATABASE_URL', 'as the local database is only for trying out'),
    ...needs('SECRET_KEY', 'as the database holds its keys encrypted with it'),
    ...needs('SMTP_URL', 'as mails must reach people'),
    ...needs('PUBLIC_URL', 'as mails carry links'),
    ...(given.PUBLIC_URL && !given.PUBLIC_URL.startsWith('https:')
      ? [`PUBLIC_URL=${given.PUBLIC_URL}: expected https in production`]
      : []),
    ...(given.DEMO === 'on' ? ['DEMO=on: refused in production'] : []),
  ]
}

function configOf(values: z.output<typeof model>): Config {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const developmentAids = whyReachable(values) === null
  const localMode = values.DATABASE_URL === undefined
  // On one machine, 127.0.0.1 and localhost are the same pages.
  const ownOrigins: [string, ...string[]] = [
    new URL(publicUrl).origin,
    ...(values.PUBLIC_URL ? [] : [`http://127.0.0.1:${values.PORT}`]),
  ]
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    ownOrigins,
    listedOrigins: values.ALLOWED_ORIGINS,
    allowedOrigins: [...ownOrigins, ...values.ALLOWED_ORIGINS],
    dataDir: values.DATA_DIR,
    databaseUrl: values.DATABASE_URL ?? null,
    secretKey: values.SECRET_KEY ?? null,
    redisUrl: values.REDIS_URL ?? null,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    staffTwoFactor: values.STAFF_TWO_FACTOR ?? values.DATABASE_URL !== undefined,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    freeConversationsADay: values.FREE_CONVERSATIONS_A_DAY,
    defences: defencesOf(values, !developmentAids),
    ...paymentKeys(values),
    developmentAids,
    demo: developmentAids && (values.DEMO ?? localMode),
    demoAccounts: developmentAids && localMode,
    metricsToken: values.METRICS_TOKEN ?? null,
    trustProxy: values.TRUST_PROXY,
    logLevel: values.LOG_LEVEL,
  }
}

function paymentKeys(values: z.output<typeof model>): Pick<Config, 'razorpay' | 'paypal'> {
  const { RAZORPAY_KEY_ID: keyId, RAZORPAY_KEY_SECRET: keySecret } = values
  const { PAYPAL_CLIENT_ID: clientId, PAYPAL_CLIENT_SECRET: clientSecret, PAYPAL_MODE: mode } = values
  const { RAZORPAY_WEBHOOK_SECRET: webhookSecret, PAYPAL_WEBHOOK_ID: webhookId } = values
  return {
    razorpay: keyId && keySecret && webhookSecret ? { keyId, keySecret, webhookSecret } : null,
    paypal: clientId && clientSecret && webhookId ? { clientId, clientSecret, webhookId, mode } : null,
  }
}
