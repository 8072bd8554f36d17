import { i18n } from '@lingui/core'
import { plural, t } from '@lingui/core/macro'
import { LIMITS } from '#schema/limits.ts'
import { POLICY } from '#schema/policy.ts'
import './pricing.css'
import './payment.css'
import { Check, CircleAlert, Lock, Undo2, Wallet } from 'lucide-react'
import { Navigate, useSearchParams } from 'react-router'
import type { User } from '#schema/account.ts'
import type { PaymentOptions } from '#schema/billing.ts'
import type { Currency } from '#schema/currencies.ts'
import { amountOf, currencyFor, formatAmount } from '#schema/money.ts'
import { PLANS, type Plan, type PlanId } from '#schema/plans.ts'
import { useServices, useStore } from '../../hooks/services.tsx'
import { useMessageMonths } from '../../hooks/use-message-months.ts'
import { numberLocale } from '../../i18n/locales.ts'
import { NOT_CONFIGURED } from '../../state/payments/payment-errors.ts'
import { PLAN_TEXTS } from '../../state/payments/plan-texts.ts'
import { Button } from '../../ui/button.tsx'
import { Loading } from '../../ui/loading.tsx'
import { HomeBar } from '../shared/home-bar.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { PaymentDialog, TestRibbon } from './payment-dialog.tsx'
import { PaymentOutcome } from './payment-outcome.tsx'
import { useCheckout } from './use-checkout.ts'

/** The distance between a plan's two circles. */
const GAPS: Record<PlanId, number> = { daily: 0.86, weekly: 0.64, monthly: 0.42, annual: 0.2 }
const SUGGESTED: PlanId = 'monthly'

/** Shown until the server has sent its own number. */
const DEFAULT_CONVERSATIONS = POLICY.freeConversationsADay

function comparison(freeConversations: number, messageMonths: number | null) {
  const hoursOf = ({ from, to }: { from: number; to: number }) => t`${from} to ${to} hours`
  return [
    [t`List of your chats`, t`Locked`, t`Yes`],
    [
      t`History in an open chat`,
      plural({ days: LIMITS.freeHistoryDays }, { one: '# day', other: '# days' }),
      messageMonths === null
        ? t({ message: 'Everything', comment: 'the whole history of a chat' })
        : plural({ months: messageMonths }, { one: '# month', other: '# months' }),
    ],
    [
      t`New chats`,
      plural(freeConversations, { one: '# a day', other: '# a day' }),
      t({ message: 'Unlimited', comment: 'new chats' }),
    ],
    [
      t`People you keep in touch with`,
      t`Up to ${{ people: LIMITS.keptFree.toLocaleString(numberLocale()) }}`,
      t({ message: 'Unlimited', comment: 'people' }),
    ],
    [t`Gender filter`, t`No`, t`Yes`],
    [t`People nearby`, t`No`, t`Yes`],
    [t`Matching`, t`Standard`, t`Priority`],
    [t`Support`, hoursOf(POLICY.answerHours.general), hoursOf(POLICY.premiumAnswerHours.general)],
  ] as const
}

/** The plans page, for members without Premium (spec §2). */
export function PricingScreen() {
  const { session } = useServices()
  const { status, user } = useStore(session)
  const [query] = useSearchParams()
  if (status === 'loading') return <Loading label={t`Loading your session`} />
  if (status === 'unreachable') return <Unreachable />
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
  const messageMonths = useMessageMonths()
  return (
    <main className="plans-page">
      <HomeBar />
      <div className="plans-head">
        <h1 className="hero">{t`Choose Your Plan`}</h1>
        <p>
          {t`With Premium, you can see the list of your chats, meet people near you, and filter who you meet. Longer plans cost less per day.`}
        </p>
      </div>
      {options?.testMode && <TestRibbon />}
      {options && !canPay(options, byCard) && (
        <div className="notice plans-notice" role="status">
          <CircleAlert className="icon" aria-hidden="true" />
          <p>{i18n._(NOT_CONFIGURED)}</p>
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
          {t`Card or UPI in ₹. PayPal in other currencies.`}
        </span>
        <span>
          <Undo2 className="icon" data-size="sm" aria-hidden="true" />
          {plural(
            { days: POLICY.refundRequestDays },
            { one: 'Refund requests within # day', other: 'Refund requests within # days' },
          )}
        </span>
        <span>
          <Lock className="icon" data-size="sm" aria-hidden="true" />
          {t`We never see your card number`}
        </span>
      </p>
      <section className="plans-compare">
        <h2 className="display">{t`What you get with Premium`}</h2>
        <table className="compare">
          <thead>
            <tr>
              <td />
              <th scope="col">{t({ message: 'Free', comment: 'membership without Premium' })}</th>
              <th scope="col">{t`Premium`}</th>
            </tr>
          </thead>
          <tbody>
            {comparison(options?.freeConversationsADay ?? DEFAULT_CONVERSATIONS, messageMonths).map(
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
        <p className="compare-note">{t`A new chat counts once a day for each person. It doesn’t count if the other person leaves before they write to you.`}</p>
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
  const texts = PLAN_TEXTS[plan.id]
  const name = i18n._(texts.name)
  const isOnce = plan.id === 'daily'
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
          {name}
          {suggested && (
            <span className="badge" data-tone="you">
              {t`Recommended`}
            </span>
          )}
        </h2>
        <p className="price">
          <b>{formatAmount(amountOf(plan, currency), currency, numberLocale())}</b>
        </p>
        <p className="ink-3">{i18n._(texts.interval)}</p>
      </div>
      <ul>
        {texts.features.map((feature) => (
          <li key={feature.id}>
            <Check className="icon" data-size="sm" aria-hidden="true" />
            {i18n._(feature)}
          </li>
        ))}
      </ul>
      <Button
        variant={suggested ? 'primary' : 'secondary'}
        loading={busy}
        aria-label={isOnce ? t`Pay Now, ${{ plan: name }}` : t`Subscribe Now, ${{ plan: name }}`}
        onClick={onChoose}
      >
        {isOnce ? t`Pay Now` : t`Subscribe Now`}
      </Button>
    </article>
  )
}
