import { PRODUCT } from '#schema/product.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

export function RefundPolicy() {
  return (
    <>
      <DocumentHead title="Refund Policy" updated={PRODUCT.refundPolicyDate} />
      <Section title="When">
        <ul>
          <li>Ask within 7 days of the payment.</li>
          <li>A payment that was taken twice, or that never opened premium, is always given back.</li>
          <li>After 30 days no payment is refunded.</li>
        </ul>
      </Section>
      <Section title="How">
        <p>
          Write to <SupportAddress /> from the address of your account, with the payment’s number. We answer
          within 24 to 48 hours. An approved refund goes back the way the payment came and takes 5 to 7
          business days.
        </p>
      </Section>
      <Section title="What happens to premium">
        <p>
          A refund ends the premium time that was bought with the payment. Your account and your history stay.
        </p>
      </Section>
      <Section title="What is not refunded">
        <p>
          Time already used after the 7 days, and payments of accounts that were closed for breaking the
          terms.
        </p>
      </Section>
    </>
  )
}
