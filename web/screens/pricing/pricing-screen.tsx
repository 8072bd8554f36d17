import { LIMITS } from '#schema/limits.ts'
import { POLICY } from '#schema/policy.ts'
import { rangeOf } from '../facts-for-texts.ts'
import './pricing.css'
import './payment.css'
import { ArrowLeft, Check, CircleAlert, Lock, Undo2, Wallet } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router'
import type { User } from '#schema/account.ts'
import type { PaymentOptions } from '#schema/billing.ts'
import type { Currency } from '#schema/currencies.ts'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS, type Plan, type PlanId } from '#schema/plans.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { NOT_CONFIGURED } from '../../state/payments/payment-errors.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { PaymentDialog, TestRibbon } from './payment-dialog.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { useCheckout } from './use-checkout.ts'

/** The distance between a plan's two circles. */
const GAPS: Record<PlanId, number> = { daily: 0.86, weekly: 0.64, monthly: 0.42, annual: 0.2 }
const SUGGESTED: PlanId = 'monthly'

/** Shown until the server has sent its own number. */
const DEFAULT_CONVERSATIONS = POLICY.freeConversationsADay

const comparison = (freeConversations: number) =>
  [
    ['List of your chats', 'Locked', 'Yes'],
    ['History in an open chat', `${LIMITS.freeHistoryDays} days`, 'Everything'],
    ['New chats', `${freeConversations} a day`, 'Unlimited'],
    ['Gender filter', 'No', 'Yes'],
    ['People nearby', 'No', 'Yes'],
    ['Matching', 'Standard', 'Priority'],
    ['Support', `${rangeOf(POLICY.answerHours.general)} hours`, 'Priority'],
  ] as const

/** The plans page, for members without Premium (spec §2). */
export function PricingScreen() {
  const { session } = useServices()
  const { status, user } = useStore(session)
  const [query] = useSearchParams()
  if (status === 'loading') return <Loading label="Loading your session" />
  if (status !== 'member') return <Navigate to="/auth" replace />
  // Members who have cancelled reactivate here while they still have Premium.
  if (user.premiumUser && !query.has('reactivate')) return <Navigate to="/" replace />
  return <Plans user={user} />
}

function Plans({ user }: { user: User }) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const currency = currencyFor({ country: user.country, timezone: timeZone })
  const byCard = currency.code === 'INR'
  const { checkout, state, options } = useCheckout(user, byCard)
  return (
    <main className="plans-page">
      <div className="plans-bar">
        <ButtonLink variant="quiet" size="md" to="/">
          <ArrowLeft className="icon" data-size="sm" aria-hidden="true" />
          Back to Home
        </ButtonLink>
      </div>
      <div className="plans-head">
        <h1 className="hero">Choose Your Plan</h1>
        <p>
          With Premium, you can see the list of your chats, meet people near you, and filter who you meet.
          Longer plans cost less per day.
        </p>
      </div>
      {options?.testMode && <TestRibbon />}
      {options && !canPay(options, byCard) && (
        <div className="notice plans-notice" role="status">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>{NOT_CONFIGURED}</p>
        </div>
      )}
      <div className="plans">
        {PLANS.map((plan) => (
          <PlanCard
            key={plan.id}
            plan={plan}
            currency={currency}
            busy={state.phase === 'ordering' && state.plan.id === plan.id}
            onChoose={() => void checkout.choose(plan, currency)}
          />
        ))}
      </div>
      <p className="fine">
        <span>
          <Wallet className="icon" data-size="sm" aria-hidden="true" />
          Card or UPI in ₹. PayPal in other currencies.
        </span>
        <span>
          <Undo2 className="icon" data-size="sm" aria-hidden="true" />
          Refund requests within {POLICY.refundRequestDays} days
        </span>
        <span>
          <Lock className="icon" data-size="sm" aria-hidden="true" />
          We never see your card number
        </span>
      </p>
      <section className="plans-compare">
        <h2 className="display">What you get with Premium</h2>
        <table className="compare">
          <thead>
            <tr>
              <td />
              <th scope="col">Free</th>
              <th scope="col">Premium</th>
            </tr>
          </thead>
          <tbody>
            {comparison(options?.freeConversationsADay ?? DEFAULT_CONVERSATIONS).map(
              ([what, free, premium]) => (
                <tr key={what}>
                  <th scope="row">{what}</th>
                  <td>{free}</td>
                  <td>{premium}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </section>
      {(state.phase === 'loading' ||
        state.phase === 'preparing' ||
        state.phase === 'ready' ||
        state.phase === 'processing' ||
        state.phase === 'approving') && (
        <PaymentDialog state={state} checkout={checkout} testMode={options?.testMode ?? false} />
      )}
      {(state.phase === 'confirming' ||
        state.phase === 'confirmed' ||
        state.phase === 'unconfirmed' ||
        state.phase === 'earlier') && <PaymentOutcome state={state} checkout={checkout} />}
    </main>
  )
}

const canPay = ({ card, paypal }: PaymentOptions, byCard: boolean) => (byCard ? card !== null : paypal)

interface PlanCardProps {
  plan: Plan
  currency: Currency
  /** Whether its order is being created. */
  busy: boolean
  onChoose(): void
}

function PlanCard({ plan, currency, busy, onChoose }: PlanCardProps) {
  const suggested = plan.id === SUGGESTED
  const pay = plan.id === 'daily' ? 'Pay Now' : 'Subscribe Now'
  return (
    <article className="plan sheet-surface" aria-labelledby={`plan-${plan.id}`}>
      <div className="plan-art" aria-hidden="true">
        <div className="venn" data-thin={suggested ? undefined : ''} style={{ '--gap': GAPS[plan.id] }}>
          <span className="venn-b" />
          <span className="venn-a">
            <span className="venn-lens" />
          </span>
        </div>
      </div>
      <div className="plan-top">
        <h2 className="heading" id={`plan-${plan.id}`}>
          {plan.name}
          {suggested && (
            <span className="badge" data-tone="you">
              Recommended
            </span>
          )}
        </h2>
        <p className="price">
          <b>{formatAmount(amountOf(plan, currency), currency)}</b>
        </p>
        <p className="ink-3">{plan.interval}</p>
      </div>
      <ul>
        {plan.features.map((feature) => (
          <li key={feature}>
            <Check className="icon" data-size="sm" aria-hidden="true" />
            {feature}
          </li>
        ))}
      </ul>
      <Button
        variant={suggested ? 'primary' : 'secondary'}
        loading={busy}
        aria-label={`${pay}, ${plan.name}`}
        onClick={onChoose}
      >
        {pay}
      </Button>
    </article>
  )
}
