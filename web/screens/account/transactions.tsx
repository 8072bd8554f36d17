import type { Transaction } from '#schema/billing.ts'
import { CURRENCIES } from '#schema/currencies.ts'
import { formatAmount } from '#schema/money.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useTransactions } from './use-subscription.ts'

const LOOKS: Record<Transaction['status'], { label: string; tone: string | undefined }> = {
  completed: { label: 'Completed', tone: 'success' },
  pending: { label: 'Pending', tone: 'notice' },
  authorized: { label: 'Processing', tone: 'notice' },
  failed: { label: 'Failed', tone: 'danger' },
  refunded: { label: 'Refunded', tone: undefined },
}

function amountOf({ amount, currency }: Transaction) {
  const known = CURRENCIES.find(({ code }) => code === currency)
  return known ? formatAmount(amount, known) : `${(amount / 100).toFixed(2)} ${currency}`
}

/** Returns the day and time, such as "18 Dec 2026, 14:05", to tell apart two payments of one day. */
const momentOf = (iso: string) =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })

export function Transactions() {
  const { data, status, refetch } = useTransactions({ enabled: true })
  return (
    <section className="premium-history" aria-labelledby="transactions-title">
      <h3 className="subhead" id="transactions-title">
        Transaction history
      </h3>
      {status === 'pending' && <Loading label="Loading your payments" />}
      {status === 'error' && (
        <div className="list-note">
          <p className="ink-2">We couldn't load your payments.</p>
          <Button size="sm" onClick={() => void refetch()}>
            Try again
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className="ink-2">You have no payments yet.</p>}
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
                {LOOKS[one.status].label}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
