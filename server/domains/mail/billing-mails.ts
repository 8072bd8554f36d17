import { CURRENCIES } from '#schema/currencies.ts'
import { formatAmount } from '#schema/money.ts'
import { PLANS } from '#schema/plans.ts'
import type { DomainEvents } from '#server/events.ts'
import type { Platform } from '#server/platform/open-platform.ts'
import { receiptMail } from './account-texts.ts'
import type { Mail } from './mail.ts'
import { readerOf } from './reader.ts'
import { usesDesktopApp } from './uses-desktop-app.ts'

/** Sends receipts in the background. */
export function createBillingMails(
  { database, texts, failures }: Pick<Platform, 'database' | 'texts' | 'failures'>,
  { mail }: { mail: Mail },
  { publicUrl }: { publicUrl: string },
) {
  const onError = failures.of('billing mails')
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
      const account = await database.prisma.user.findUnique({
        where: { id: userId },
        select: { language: true },
      })
      const reader = readerOf(texts, account?.language ?? 'en')
      const text = receiptMail(reader, {
        displayName,
        plan: PLANS.find(({ id }) => id === plan)?.name ?? plan,
        sum: known ? formatAmount(amount, known) : `${(amount / 100).toFixed(2)} ${currency}`,
        until: reader.day(until),
        link: new URL('/', publicUrl).href,
        // A failure here must not prevent the receipt.
        desktop: await usesDesktopApp(database, userId).catch(() => false),
      })
      mail.send({ to: email, ...text }).catch(onError)
    },
  }
}
