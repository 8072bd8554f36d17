import { Link } from 'react-router'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { DocumentHead, ProductName, Section, SupportAddress } from './parts.tsx'

export function Terms() {
  return (
    <>
      <DocumentHead title="Terms & Conditions" />
      <Section title="Introduction">
        <p>
          <ProductName /> lets two adults with something in common chat one to one, mostly anonymously. By
          opening an account, you agree to these terms. You must be at least {PRODUCT.minimumAge} years old.
          If an account turns out to belong to someone younger, we close it.
        </p>
        <p>
          Each person has one account. Keep your password to yourself. Until you tell us otherwise, we treat
          everything that is done with your account as done by you.
        </p>
      </Section>
      <Section title="Privacy">
        <p>
          The{' '}
          <Link className="link" to="/privacy">
            Privacy Policy
          </Link>{' '}
          says what we keep about you, why, and for how long. In short: other people see the name you choose,
          your interests, your age and your gender. They see your city if you turn on nearby discovery. They
          never see your email, your phone number or where you are.
        </p>
      </Section>
      <Section title="Refunds">
        <p>
          You can ask for a refund within {POLICY.refundRequestDays} days of a payment. The{' '}
          <Link className="link" to="/refund-policy">
            Refund Policy
          </Link>{' '}
          says how to ask and when we give a refund. The{' '}
          <Link className="link" to="/cancellation-policy">
            Cancellation Policy
          </Link>{' '}
          says how to stop a subscription.
        </p>
      </Section>
      <Section title="Payments">
        <p>
          The free plan costs nothing. You pay for Premium in advance, for a day, a week, a month or a year.
          No plan renews by itself. Razorpay handles card and UPI payments in Indian rupees. PayPal handles
          payments in other currencies. We never see or keep your card number. We work out prices in other
          currencies from the rupee price, and show them before you pay.
        </p>
      </Section>
      <Section title="Licence">
        <p>
          You may use <ProductName /> for yourself, as a person. You may not resell it. You may not collect
          other people’s data with it. You may not let a program send messages in the name of a person. What
          you write stays yours. You let us store it and deliver it to the person you wrote it to.
        </p>
      </Section>
      <Section title="Content and liability">
        <p>
          You are responsible for what you write. These things are not allowed: harassment and threats, sexual
          content that was not asked for, anything involving minors, hate, fraud, spam, and publishing what
          someone told you in confidence. You can report anyone from the chat. A report ends the chat at once,
          blocks the person and keeps the last messages as evidence. We may warn, suspend or ban an account.
        </p>
        <p>
          A chat happens between the two people in it. We do not read along, and we are not liable for what
          people tell or do to each other. Please do not send money to anyone you know only from here, and do
          not meet them in a lonely place.
        </p>
      </Section>
      <Section title="Disclaimer">
        <p>
          <ProductName /> is in beta and is provided as it is. We work to keep it running and to lose nothing,
          but we cannot promise that this always works. Where the law allows it, our liability is limited to
          what you paid us in the last {POLICY.liabilityMonths} months.
        </p>
        <p>
          Do you have questions about these terms? Write to <SupportAddress />.
        </p>
      </Section>
    </>
  )
}
