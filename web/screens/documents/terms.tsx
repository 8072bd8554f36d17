import { Link } from 'react-router'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

export function Terms() {
  return (
    <>
      <DocumentHead title="Terms & Conditions" />
      <Section title="Introduction">
        <p>
          {PRODUCT.name} lets two adults with something in common talk, one to one and mostly anonymously. By
          opening an account you agree to these terms. You must be at least {PRODUCT.minimumAge} years old; an
          account that turns out to belong to somebody younger is closed.
        </p>
        <p>
          One person has one account. Keep your password to yourself: what is done with your account is taken
          to be done by you until you tell us otherwise.
        </p>
      </Section>
      <Section title="Privacy">
        <p>
          What we keep about you, why, and for how long is written in the{' '}
          <Link className="link" to="/privacy">
            Privacy Policy
          </Link>
          . In short: other people see the name you choose, your interests, age and gender, and your city if
          you turn nearby discovery on. They never see your email, your phone number or where you are.
        </p>
      </Section>
      <Section title="Refunds">
        <p>
          A refund may be asked for within {POLICY.refundRequestDays} days of a payment. How, and when it is
          given, is written in the{' '}
          <Link className="link" to="/refund-policy">
            Refund Policy
          </Link>
          ; how to stop a subscription in the{' '}
          <Link className="link" to="/cancellation-policy">
            Cancellation Policy
          </Link>
          .
        </p>
      </Section>
      <Section title="Payments">
        <p>
          The free tier costs nothing. Premium is paid in advance, for a day, a week, a month or a year. Card
          and UPI payments in Indian rupees are handled by Razorpay, payments in other currencies by PayPal.
          We never see or keep the number of a card. Prices in other currencies are computed from the rupee
          price and shown before you pay.
        </p>
      </Section>
      <Section title="Licence">
        <p>
          You may use {PRODUCT.name} for yourself, as a person. You may not resell it, collect other people’s
          data with it, or send messages by machine in the name of a person. What you write stays yours; you
          let us store it and deliver it to the person you wrote it to.
        </p>
      </Section>
      <Section title="Content and liability">
        <p>
          You are responsible for what you write. Not allowed are: harassment and threats, sexual content that
          was not asked for, anything involving minors, hate, fraud, spam, and publishing what somebody told
          you in confidence. Anybody can be reported from the chat. A report ends the conversation at once,
          blocks the person and keeps the last messages as evidence; we may warn, suspend or ban an account.
        </p>
        <p>
          Conversations happen between the two people in them. We do not read along, and we are not liable for
          what people tell or do to each other. Please do not send money to, or meet in a lonely place, anyone
          you know only from here.
        </p>
      </Section>
      <Section title="Disclaimer">
        <p>
          {PRODUCT.name} is in beta and is provided as it is. We work for it to be available and to lose
          nothing, but cannot promise that it always will. Where the law allows it, our liability is limited
          to what you paid us in the last {POLICY.liabilityMonths} months.
        </p>
        <p>
          Questions about these terms: <SupportAddress />.
        </p>
      </Section>
    </>
  )
}
