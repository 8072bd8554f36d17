import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { rangeOf } from '../facts-for-texts.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

export function RefundPolicy() {
  return (
    <>
      <DocumentHead title="Refund Policy" updated={PRODUCT.refundPolicyDate} />
      <Section title="When">
        <ul>
          <li>Ask within {POLICY.refundRequestDays} days of the payment.</li>
          <li>A payment that was taken twice, or that never opened premium, is always given back.</li>
          <li>After {POLICY.refundLatestDays} days no payment is refunded.</li>
        </ul>
      </Section>
      <Section title="How">
        <p>
          Write to <SupportAddress /> from the address of your account, with the payment’s number. We answer
          within {rangeOf(POLICY.answerHours.general)} hours. An approved refund goes back the way the payment
          came and takes {rangeOf(POLICY.refundBusinessDays)} business days.
        </p>
      </Section>
      <Section title="What happens to premium">
        <p>
          A refund ends the premium time that was bought with the payment. Your account and your history stay.
        </p>
      </Section>
      <Section title="What is not refunded">
        <p>
          Time already used after the {POLICY.refundRequestDays} days, and payments of accounts that were
          closed for breaking the terms.
        </p>
      </Section>
    </>
  )
}
