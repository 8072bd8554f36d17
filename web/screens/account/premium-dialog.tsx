import { t } from '@lingui/core/macro'
import { CalendarRange, Hourglass, LifeBuoy, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#schema/account.ts'
import type { SubscriptionDetails } from '#schema/billing.ts'
import { dateLocale } from '../../i18n/locales.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LoadFailure } from '../../ui/load-failure.tsx'
import { PremiumBadge } from './premium-badge.tsx'
import { Transactions } from './transactions.tsx'
import {
  type Processing,
  useCancelSubscription,
  usePremiumSubscription,
  useProcessing,
} from './use-subscription.ts'

const featuresOf = () => [
  {
    icon: CalendarRange,
    title: t`Flexible plans`,
    text: t`Daily, weekly, monthly or annual.`,
  },
  { icon: Undo2, title: t`Cancel anytime`, text: t`You keep what you paid for until it ends.` },
  { icon: LifeBuoy, title: t`Premium support`, text: t`We answer your questions first.` },
]

const dateOf = (iso: string) =>
  new Date(iso).toLocaleDateString(dateLocale(), { day: 'numeric', month: 'long', year: 'numeric' })

export function PremiumDialog({ me, onClose }: { me: User; onClose(): void }) {
  const { data: details, isError, isFetching, refetch } = usePremiumSubscription({ enabled: me.premiumUser })
  const processing = useProcessing({ enabled: !me.premiumUser })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title={t`Premium`}
      description={
        me.premiumUser
          ? t`Your subscription and your payments.`
          : t`Get the list of your chats with your whole history, people nearby, a gender filter, and as many chats as you like.`
      }
    >
      <div className="profile-scroll premium">
        {me.premiumUser ? (
          <>
            {isError && !details ? (
              <LoadFailure
                message={t`We couldn't load your subscription. You keep your Premium.`}
                loading={isFetching}
                retry={refetch}
              />
            ) : (
              <Status details={details} />
            )}
            <Transactions />
            {details && <CancelOrReactivate details={details} onClose={onClose} />}
          </>
        ) : (
          <>
            {processing !== 'none' && <PaymentInFlight processing={processing} />}
            <ul className="premium-features">
              {featuresOf().map(({ icon: Icon, title, text }) => (
                <li key={title}>
                  <Icon className="icon" aria-hidden="true" />
                  <b>{title}</b>
                  <span className="ink-2">{text}</span>
                </li>
              ))}
            </ul>
            <ButtonLink variant="primary" to="/pricing" onClick={onClose}>
              {t`View Premium Plans`}
            </ButtonLink>
          </>
        )}
      </div>
    </Dialog>
  )
}

const PaymentInFlight = ({ processing }: { processing: Exclude<Processing, 'none'> }) => (
  <div className="notice" role="status">
    <Hourglass className="icon" aria-hidden="true" />
    <strong>{t`Your payment is being processed`}</strong>
    <p>
      {processing === 'running'
        ? t`Premium will be activated automatically. This can take 30 seconds.`
        : t`Your bank is taking longer than usual. Premium will be activated automatically when it answers. Please do not pay again.`}
    </p>
  </div>
)

function Status({ details }: { details: SubscriptionDetails | undefined }) {
  return (
    <dl className="profile-facts">
      <div>
        <dt>{t`Status`}</dt>
        <dd>{details ? <PremiumBadge details={details} /> : '…'}</dd>
      </div>
      <div>
        <dt>{t`Premium until`}</dt>
        <dd>{details?.premiumValidity ? dateOf(details.premiumValidity) : '…'}</dd>
      </div>
    </dl>
  )
}

/** Cancels after a question. Members who have cancelled see a link to the plans instead. */
function CancelOrReactivate({ details, onClose }: { details: SubscriptionDetails; onClose(): void }) {
  const { cancelling, cancel } = useCancelSubscription()
  const [asking, setAsking] = useState(false)
  const until = details.premiumValidity ? dateOf(details.premiumValidity) : null
  if (details.premiumCancelled) {
    return (
      <section className="premium-ending">
        <h3 className="subhead">{t`Come back`}</h3>
        <p className="ink-2">
          {until
            ? t`You keep Premium until ${until}. A new plan starts when this one ends.`
            : t`You keep Premium until it ends. A new plan starts when this one ends.`}
        </p>
        <ButtonLink variant="soft" size="md" to="/pricing?reactivate=true" onClick={onClose}>
          {t`Reactivate`}
        </ButtonLink>
      </section>
    )
  }
  const consequence = until
    ? t`Your plan doesn't renew, so we won't charge you again. You keep Premium until ${until}.`
    : t`Your plan doesn't renew, so we won't charge you again. You keep Premium until it ends.`
  return (
    <section className="premium-ending">
      <h3 className="subhead">{t`Cancel subscription`}</h3>
      <p className="ink-2">{consequence}</p>
      <Button size="sm" variant="danger-quiet" onClick={() => setAsking(true)}>
        {t`Cancel subscription`}
      </Button>
      {asking && (
        <ConfirmDialog
          title={t`Cancel your subscription?`}
          description={consequence}
          action={t`Yes, cancel`}
          cancel={t`Keep it`}
          isBusy={cancelling}
          onConfirm={() => void cancel().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
