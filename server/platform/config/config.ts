import { join } from 'node:path'
import { withoutPassword } from './address-setting.ts'
import { databaseOf } from './database-settings.ts'
import { defencesOf } from './defence-settings.ts'
import { exposedBy, exposureProblems } from './exposure.ts'
import { PROVIDER_KEYS, paymentKeysOf } from './payment-settings.ts'
import { pushProblems, vapidOf } from './push-settings.ts'
import { SETTINGS, type SettingName, type SettingValues, settingsModel } from './settings.ts'
import { tracingSettingsOf } from './tracing-settings.ts'
import { workerProblems } from './workers-setting.ts'

export type Config = ReturnType<typeof configOf>

export class ConfigError extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Returns the configuration. An empty value counts as unset. @throws ConfigError naming every wrong setting */
export function loadConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.keys(SETTINGS).flatMap((name) => {
      const value = environment[name]?.trim()
      return value ? [[name, value]] : []
    }),
  )
  const result = settingsModel.safeParse(given)
  const wrong = result.success
    ? []
    : firstOfEach(result.error.issues).map((issue) => {
        const name = String(issue.path[0])
        return `${name}=${withoutSecrets(name, given[name] ?? '')}: ${issue.message} (${SETTINGS[name as SettingName].description})`
      })
  const problems = [
    ...wrong,
    ...halfConfigured(given),
    ...productionProblems(given),
    ...(result.success
      ? [
          ...exposureProblems(result.data),
          ...workerProblems(result.data),
          ...pushProblems(result.data, exposedBy(result.data) !== null),
        ]
      : []),
  ]
  if (!result.success || problems.length > 0) throw new ConfigError(problems)
  return configOf(result.data)
}

/** One problem is enough for a setting. */
const firstOfEach = <Issue extends { path: PropertyKey[] }>(issues: readonly Issue[]): Issue[] =>
  issues.filter(({ path }, index) => issues.findIndex((issue) => issue.path[0] === path[0]) === index)

/** Addresses with a password. */
const ADDRESSES = /^(DATABASE_.*URL|REDIS_URL|SMTP_URL|OTEL_EXPORTER_OTLP_ENDPOINT)$/

/** Returns what a message may show of a value: nothing of a secret, and no user and password of an address. */
function withoutSecrets(name: string, value: string): string {
  if (/SECRET|TOKEN|HEADERS|PRIVATE/.test(name)) return '…'
  return ADDRESSES.test(name) ? withoutPassword(value) : value.replaceAll(/\/\/.*@/g, '//…@')
}

/** A provider with half of its settings could take money without its webhooks reaching us. */
function halfConfigured(given: Record<string, string>): string[] {
  return Object.values(PROVIDER_KEYS).flatMap((names) => {
    const missing = names.filter((name) => !given[name])
    return missing.length === names.length
      ? []
      : missing.map((name) => `${name}: needed as well, ${SETTINGS[name].description}`)
  })
}

/** Production refuses demo data, demo partners and the mailbox (design §3). */
function productionProblems(given: Record<string, string>): string[] {
  if (given.NODE_ENV !== 'production') return []
  const needs = (name: SettingName, why: string) =>
    given[name] ? [] : [`${name}: needed in production, ${why}`]
  return [
    ...needs('DATABASE_URL', 'because the local database is for development only'),
    ...needs('SECRET_KEY', 'because it encrypts the keys in the database'),
    ...needs('SMTP_URL', 'because mails must be delivered'),
    ...needs('PUBLIC_URL', 'because mails contain links'),
    ...(given.PUBLIC_URL && !given.PUBLIC_URL.startsWith('https:')
      ? [`PUBLIC_URL=${given.PUBLIC_URL}: expected https in production`]
      : []),
    ...(given.DEMO === 'on' ? ['DEMO=on: refused in production'] : []),
  ]
}

function configOf(values: SettingValues) {
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const developmentAids = exposedBy(values) === null
  const localMode = values.DATABASE_URL === undefined
  // On one machine, 127.0.0.1 and localhost serve the same pages.
  const ownOrigins: readonly [string, ...string[]] = [
    new URL(publicUrl).origin,
    ...(values.PUBLIC_URL ? [] : [`http://127.0.0.1:${values.PORT}`]),
  ]
  const allowedOrigins: readonly [string, ...string[]] = [...ownOrigins, ...values.ALLOWED_ORIGINS]
  return {
    nodeEnv: values.NODE_ENV,
    port: values.PORT,
    host: values.HOST,
    publicUrl,
    /** The origins of our own pages. */
    ownOrigins,
    /** The origins of other pages that may call the API with a bearer token. */
    listedOrigins: values.ALLOWED_ORIGINS,
    /** Both: the origins that members may come from and be sent back to. */
    allowedOrigins,
    dataDir: values.DATA_DIR,
    /** The folder of the list of deletions; null when none is kept. */
    tombstones: values.TOMBSTONES ?? (localMode ? join(values.DATA_DIR, 'tombstones') : null),
    /** Null in local mode. */
    databaseUrl: values.DATABASE_URL ?? null,
    database: databaseOf(values),
    /** Null when the key is generated in the data folder. */
    secretKey: values.SECRET_KEY ?? null,
    redisUrl: values.REDIS_URL ?? null,
    startWaitSeconds: values.START_WAIT_SECONDS,
    workers: values.WORKERS,
    smtpUrl: values.SMTP_URL ?? null,
    mailFrom: values.MAIL_FROM,
    /** Staff need a second factor, and their sessions end sooner. */
    staffTwoFactor: values.STAFF_TWO_FACTOR ?? values.DATABASE_URL !== undefined,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    loadShedding: values.LOAD_SHEDDING,
    freeConversationsADay: values.FREE_CONVERSATIONS_A_DAY,
    defences: defencesOf(values, !developmentAids),
    ...paymentKeysOf(values),
    push: {
      /** Null without keys of the operator. Local mode then makes its own. */
      vapid: vapidOf(values),
      makesKeys: localMode,
      services: values.PUSH_SERVICES,
    },
    /** Whether the mailbox, the payment sandbox and the demo may run: only on loopback (design §3). */
    developmentAids,
    /** Whether demo data, demo partners and demo logins exist. */
    demo: developmentAids && (values.DEMO ?? localMode),
    /** Whether demo accounts in the database can log in: only in local mode. */
    demoAccounts: developmentAids && localMode,
    metricsToken: values.METRICS_TOKEN ?? null,
    /** Null when no traces are sent. */
    tracing: tracingSettingsOf(values),
    trustProxy: values.TRUST_PROXY,
    /** In milliseconds. */
    shutdownDelay: values.SHUTDOWN_DELAY * 1_000,
    shutdownTimeout: values.SHUTDOWN_TIMEOUT * 1_000,
    logLevel: values.LOG_LEVEL,
  }
}
