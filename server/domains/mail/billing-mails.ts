import { CURRENCIES } from '#schema/currencies.ts'
import { formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import { receiptMail } from './account-texts.ts'
import type { Mail } from './mail.ts'
import { usesDesktopApp } from './uses-desktop-app.ts'

/** Sends receipts in the background. */
export function createBillingMails(deps: {
  database: Pick<Database, 'prisma'>
  mail: Mail
  publicUrl: string
  onError(error: unknown): void
}) {
  return {
    async receipt({
      userId,
      email,
      displayName,
      plan,
      until,
      amount,
      currency,
    }: DomainEvents['premiumGranted']) {
      const known = CURRENCIES.find(({ code }) => code === currency)
      const text = receiptMail({
        displayName,
        plan: PLANS.find(({ id }) => id === plan)?.name ?? plan,
        sum: known ? formatAmount(amount, known) : `${(amount / 100).toFixed(2)} ${currency}`,
        until: until.toLocaleDateString('en-GB', {
          day: 'numeric',
          month: 'long',
          year: 'numeric',
          timeZone: 'UTC',
        }),
        link: new URL('/', deps.publicUrl).href,
        // A failure here must not prevent the receipt.
        desktop: await usesDesktopApp(deps.database, userId).catch(() => false),
      })
      deps.mail.send({ to: email, ...text }).catch(deps.onError)
    },
  }
}
