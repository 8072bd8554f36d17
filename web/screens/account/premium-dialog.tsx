import { CalendarRange, Hourglass, LifeBuoy, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { User } from '#schema/account.ts'
import type { SubscriptionDetails } from '#schema/billing.ts'
import { Button } from '../../ui/button.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Transactions } from './transactions.tsx'
import {
  type Processing,
  useCancelSubscription,
  usePremiumSubscription,
  useProcessing,
} from './use-subscription.ts'

const FEATURES = [
  {
    icon: CalendarRange,
    title: 'Flexible plans',
    text: 'Daily, weekly, monthly or annual.',
  },
  { icon: Undo2, title: 'Cancel anytime', text: 'You keep what you paid for until it ends.' },
  { icon: LifeBuoy, title: 'Premium support', text: 'We answer your questions first.' },
]

const dateOf = (iso: string) =>
  new Date(iso).toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric' })

export function PremiumDialog({ me, onClose }: { me: User; onClose(): void }) {
  const { data: details } = usePremiumSubscription({ enabled: me.premiumUser })
  const processing = useProcessing({ enabled: !me.premiumUser })
  return (
    <Dialog
      open
      wide
      onOpenChange={(open) => !open && onClose()}
      title="Premium"
      description={
        me.premiumUser
          ? 'Your subscription and your payments.'
          : 'Get the list of your chats with your whole history, people nearby, a gender filter, and as many chats as you like.'
      }
    >
      <div className="profile-scroll premium">
        {me.premiumUser ? (
          <>
            <Status details={details} />
            <Transactions />
            {details && <CancelOrReactivate details={details} onClose={onClose} />}
          </>
        ) : (
          <>
            {processing !== 'none' && <PaymentInFlight processing={processing} />}
            <ul className="premium-features">
              {FEATURES.map(({ icon: Icon, title, text }) => (
                <li key={title}>
                  <Icon className="icon" aria-hidden="true" />
                  <b>{title}</b>
                  <span className="ink-2">{text}</span>
                </li>
              ))}
            </ul>
            <ButtonLink variant="primary" to="/pricing" onClick={onClose}>
              View Premium Plans
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
    <strong>Your payment is being processed</strong>
    <p>
      {processing === 'running'
        ? 'Premium will be activated automatically. This can take 30 seconds.'
        : 'Your bank is taking longer than usual. Premium will be activated automatically when it answers. Please do not pay again.'}
    </p>
  </div>
)

function Status({ details }: { details: SubscriptionDetails | undefined }) {
  return (
    <dl className="profile-facts">
      <div>
        <dt>Status</dt>
        <dd>
          <span className="badge" data-tone={details?.premiumCancelled ? 'notice' : 'success'}>
            {details?.premiumCancelled ? 'Cancelled (Access Retained)' : 'Active'}
          </span>
        </dd>
      </div>
      <div>
        <dt>Premium until</dt>
        <dd>{details?.premiumValidity ? dateOf(details.premiumValidity) : '…'}</dd>
      </div>
    </dl>
  )
}

/** Cancels after a question. Members who have cancelled see a link to the plans instead. */
function CancelOrReactivate({ details, onClose }: { details: SubscriptionDetails; onClose(): void }) {
  const { cancelling, cancel } = useCancelSubscription()
  const [asking, setAsking] = useState(false)
  const until = details.premiumValidity ? dateOf(details.premiumValidity) : 'it ends'
  if (details.premiumCancelled) {
    return (
      <section className="premium-ending">
        <h3 className="subhead">Come back</h3>
        <p className="ink-2">You keep Premium until {until}. A new plan starts when this one ends.</p>
        <ButtonLink variant="soft" size="md" to="/pricing?reactivate=true" onClick={onClose}>
          Reactivate
        </ButtonLink>
      </section>
    )
  }
  return (
    <section className="premium-ending">
      <h3 className="subhead">Cancel subscription</h3>
      <p className="ink-2">We won't charge you again. You keep Premium until {until}.</p>
      <Button size="sm" variant="danger-quiet" onClick={() => setAsking(true)}>
        Cancel subscription
      </Button>
      {asking && (
        <ConfirmDialog
          title="Cancel your subscription?"
          description={`We won't charge you again. You keep Premium until ${until}.`}
          action="Yes, cancel"
          cancel="Keep it"
          isBusy={cancelling}
          onConfirm={() => void cancel().then(() => setAsking(false))}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  )
}
