import { resolve } from 'node:path'
import type { Accounts } from '#server/domains/accounts/index.ts'
import type { Config } from '#server/platform/config/config.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { createDemoPartners, type DemoPartners, type DemoDomains } from './demo-partners.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'
import { type PaymentSandbox, startPaymentSandbox } from './payments/index.ts'
import { DEMO_LOGINS, DEMO_PASSWORD, seedDemo } from './seed.ts'

interface Populated extends DemoDomains {
  database: Database
  accounts: Pick<Accounts, 'hashPassword'>
}

export interface LocalMode {
  readonly databaseUrl: string
  /** Null where the operator has given keys of a provider's own, or where other people can reach the server. */
  readonly payments: PaymentSandbox | null
  /** Demo data into an empty database, and demo partners for whoever is alone. */
  populate(domains: Populated): Promise<void>
  /** What to tell the person who started it. */
  lines(url: string): string[]
  stopPartners(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** All that one person needs to try the product, on one machine. @throws DataFolderInUse */
export async function startLocalMode(config: Config): Promise<LocalMode> {
  const postgres = await startEmbeddedPostgres({ dataDir: resolve(config.dataDir) })
  const sandbox = config.developmentAids && !config.razorpay && !config.paypal
  const payments = sandbox ? await startPaymentSandbox() : null
  let partners: DemoPartners | null = null
  return {
    databaseUrl: postgres.url,
    payments,
    async populate(domains) {
      if (!config.demo) return
      await seedDemo(domains.database, await domains.accounts.hashPassword(DEMO_PASSWORD))
      partners = await createDemoPartners(domains)
      partners.start()
    },
    lines: (url) => [
      ...(config.developmentAids
        ? []
        : ['The mailbox, the payment sandbox and the demo are off, as HOST or PUBLIC_URL is not loopback.']),
      ...(config.smtpUrl ? [] : [`Mails are shown at ${url}/dev/mail`]),
      ...(payments ? [`Payments are a test: see ${url}/dev/pay`] : []),
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
