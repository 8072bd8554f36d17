import { resolve } from 'node:path'
import { PAYMENT_PROVIDERS } from '#schema/billing.ts'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { createDemoPartners, type DemoDomains, type DemoPartners } from './demo-partners.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { type PaymentSandbox, startPaymentSandbox } from './payments/index.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from './seed.ts'

interface Populated extends DemoDomains {
  database: Database
  accounts: Pick<Accounts, 'hashPassword' | 'fillShownPlaces'>
}

export interface LocalMode {
  readonly databaseUrl: string
  /** Null when the operator configured a provider, or when other people can reach the server. */
  readonly payments: PaymentSandbox | null
  /** Adds demo data to an empty database, and starts the demo partners. */
  populate(domains: Populated): Promise<void>
  /** Returns what the start prints. */
  lines(url: string): string[]
  stopPartners(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Starts everything that a person needs to try the product on one machine. @throws DataFolderInUse */
export async function startLocalMode(config: Config): Promise<LocalMode> {
  const postgres = await startEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  const sandbox = config.developmentAids && PAYMENT_PROVIDERS.every((name) => config[name] === null)
  const payments = sandbox ? await startPaymentSandbox() : null
  let partners: DemoPartners | null = null
  return {
    databaseUrl: postgres.url,
    payments,
    async populate(domains) {
      if (!config.demo) return
      await seedDemo(domains.database, await domains.accounts.hashPassword(DEMO_PASSWORD))
      await domains.accounts.fillShownPlaces()
      partners = await createDemoPartners(domains)
      partners.start()
    },
    lines: (url) => [
      ...(config.developmentAids
        ? []
        : [
            'The mailbox, the payment sandbox and the demo are off, because HOST or PUBLIC_URL is not loopback.',
          ]),
      ...(config.smtpUrl ? [] : [`Mails are shown at ${url}/dev/mail`]),
      ...(payments ? [`Payments are simulated: see ${url}/dev/pay`] : []),
      ...(config.demo
        ? [`Demo logins: ${DEMO_LOGINS.join(', ')}, all with the password ${DEMO_PASSWORD}`]
        : []),
      ...(postgres.note ? [postgres.note] : []),
    ],
    async stopPartners() {
      await partners?.[Symbol.asyncDispose]()
    },
    async [Symbol.asyncDispose]() {
      await payments?.[Symbol.asyncDispose]()
      await postgres[Symbol.asyncDispose]()
    },
  }
}
