import { Link } from 'react-router'
import { PLANS } from '#schema/plans.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

const DAILY = PLANS.find(({ id }) => id === 'daily')

export function CancellationPolicy() {
  return (
    <>
      <DocumentHead title="Cancellation Policy" updated={PRODUCT.refundPolicyDate} />
      <Section title="Cancel anytime">
        <p>
          A subscription can be cancelled at any time, without a reason, in Settings under Premium. Nothing
          more is charged, and premium stays until the end of the time you have paid for.
        </p>
      </Section>
      <Section title="Daily passes">
        <p>A daily pass lasts {DAILY?.interval} and ends by itself. There is nothing to cancel.</p>
      </Section>
      <Section title="Coming back">
        <p>
          You can take a plan again whenever you like. Within {RETENTION.closedMonths} months of leaving, your
          conversations and your profile are as you left them. Essential data is kept for up to{' '}
          {RETENTION.essentialMonths} months.
        </p>
      </Section>
      <Section title="Refunds">
        <p>
          Cancelling by itself refunds nothing. When a payment is given back is written in the{' '}
          <Link className="link" to="/refund-policy">
            Refund Policy
          </Link>
          .
        </p>
      </Section>
      <Section title="Help">
        <p>
          If cancelling does not work, write to <SupportAddress />: your request counts from the moment you
          send it.
        </p>
      </Section>
    </>
  )
}
