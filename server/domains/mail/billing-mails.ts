import { CURRENCIES } from '#schema/currencies.ts'
import { formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Database } from '#server/platform/postgres/index.ts'
import type { Texts } from '#server/platform/texts/texts.ts'
import { receiptMail } from './account-texts.ts'
import type { Mail } from './mail.ts'
import { readerOf } from './reader.ts'
import { usesDesktopApp } from './uses-desktop-app.ts'

/** Sends receipts in the background. */
export function createBillingMails(deps: {
  database: Pick<Database, 'prisma'>
  mail: Mail
  publicUrl: string
  texts: Texts
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
      const account = await deps.database.prisma.user.findUnique({
        where: { id: userId },
        select: { language: true },
      })
      const reader = readerOf(deps.texts, account?.language ?? 'en')
      const text = receiptMail(reader, {
        displayName,
        plan: PLANS.find(({ id }) => id === plan)?.name ?? plan,
        sum: known ? formatAmount(amount, known) : `${(amount / 100).toFixed(2)} ${currency}`,
        until: reader.day(until),
        link: new URL('/', deps.publicUrl).href,
        // A failure here must not prevent the receipt.
        desktop: await usesDesktopApp(deps.database, userId).catch(() => false),
      })
      deps.mail.send({ to: email, ...text }).catch(deps.onError)
    },
  }
}
