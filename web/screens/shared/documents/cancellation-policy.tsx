import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

export function CancellationPolicy() {
  return (
    <>
      <DocumentHead title="Cancellation Policy" updated={PRODUCT.refundPolicyDate} />
      <Section title="Cancel anytime">
        <p>
          You can cancel a subscription at any time, without a reason. Open Settings, then Premium. We charge
          nothing more, and you keep Premium until the end of the time you have paid for.
        </p>
      </Section>
      <Section title="No plan renews">
        <p>
          Each plan is one payment for a day, a week, a month or a year. It ends by itself and never renews.
          You don’t need to cancel it.
        </p>
      </Section>
      <Section title="Coming back">
        <p>
          You can buy a plan again whenever you like. If you come back within {RETENTION.closedMonths} months
          of leaving, your chats and your profile are as you left them. We keep essential data for up to{' '}
          {RETENTION.essentialMonths} months.
        </p>
      </Section>
      <Section title="Refunds">
        <p>
          You get no refund just for cancelling. The{' '}
          <Link className="link" to="/refund-policy">
            Refund Policy
          </Link>{' '}
          says when we give a payment back.
        </p>
      </Section>
      <Section title="Help">
        <p>
          Does cancelling not work? Write to <SupportAddress />. Your request counts from the moment you send
          it.
        </p>
      </Section>
    </>
  )
}
