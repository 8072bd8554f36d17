import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import type { Transaction } from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { formatAmount } from '#schema/money.ts'
import { dateLocale, numberLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useTransactions } from './use-subscription.ts'

const LOOKS: Record<Transaction['status'], { label: MessageDescriptor; tone: string | undefined }> = {
  completed: { label: msg`Completed`, tone: 'success' },
  pending: { label: msg`Pending`, tone: 'notice' },
  authorized: { label: msg`Processing`, tone: 'notice' },
  failed: { label: msg`Failed`, tone: 'danger' },
  refunded: { label: msg`Refunded`, tone: undefined },
}

function amountOf({ amount, currency }: Transaction) {
  const known = CURRENCIES.find(({ code }) => code === currency)
  if (known) return formatAmount(amount, known, numberLocale())
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2, useGrouping: false }
  return `${new Intl.NumberFormat(numberLocale(), digits).format(amount / 100)} ${currency}`
}

/** Returns the day and time, such as "18 Dec 2026, 14:05", to tell apart two payments of one day. */
const momentOf = (iso: string) =>
  new Date(iso).toLocaleString(dateLocale(), { dateStyle: 'medium', timeStyle: 'short' })

export function Transactions() {
  const { data, status, refetch } = useTransactions({ enabled: true })
  return (
    <section className="premium-history" aria-labelledby="transactions-title">
      <h3 className="subhead" id="transactions-title">
        {t`Transaction history`}
      </h3>
      {status === 'pending' && <Loading label={t`Loading your payments`} />}
      {status === 'error' && (
        <div className="list-note">
          <p className="ink-2">{t`We couldn't load your payments.`}</p>
          <Button size="sm" onClick={() => void refetch()}>
            {t`Try again`}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className="ink-2">{t`You have no payments yet.`}</p>}
      {data && data.length > 0 && (
        <ul className="transactions">
          {data.map((one) => (
            <li key={one.id}>
              <span>
                <b>{one.description}</b>
                <time className="caption ink-3 num" dateTime={one.date}>
                  {momentOf(one.date)}
                </time>
              </span>
              <span className="num">{amountOf(one)}</span>
              <span className="badge" data-tone={LOOKS[one.status].tone}>
                {i18n._(LOOKS[one.status].label)}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
