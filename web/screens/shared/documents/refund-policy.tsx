import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

/** Legal documents are in English. */
const rangeOf = ({ from, to }: { from: number; to: number }) => `${from} to ${to}`

export function RefundPolicy() {
  return (
    <>
      <DocumentHead title="Refund Policy" updated={PRODUCT.refundPolicyDate} />
      <Section title="When you can ask">
        <ul>
          <li>Ask within {POLICY.refundRequestDays} days of the payment.</li>
          <li>We always give back a payment that was taken twice, or that never opened Premium.</li>
          <li>After {POLICY.refundLatestDays} days we refund no payment.</li>
        </ul>
      </Section>
      <Section title="How to ask">
        <p>
          Write to <SupportAddress /> from the email address of your account, and tell us the payment’s
          number. We answer within {rangeOf(POLICY.answerHours.general)} hours. If we approve the refund, the
          money goes back the way you paid. This takes {rangeOf(POLICY.refundBusinessDays)} business days.
        </p>
      </Section>
      <Section title="What happens to Premium">
        <p>
          A refund ends the Premium time that you bought with the payment. You keep your account and your
          history.
        </p>
      </Section>
      <Section title="What we do not refund">
        <p>
          We do not refund time that you have used after the {POLICY.refundRequestDays} days. We do not refund
          payments of accounts that we closed for breaking the terms.
        </p>
      </Section>
    </>
  )
}
