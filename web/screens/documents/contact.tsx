import { PRODUCT } from '#schema/product.ts'
import { CopyEmail } from './copy-email.tsx'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

export function Contact() {
  return (
    <>
      <DocumentHead title="Contact" />
      <Section title="Write to us">
        <p>
          Questions, feedback and ideas: <SupportAddress />.
        </p>
        <CopyEmail />
      </Section>
      <Section title="How soon we answer">
        <dl className="facts">
          <dt>General questions</dt>
          <dd>24–48 hours</dd>
          <dt>Technical problems</dt>
          <dd>12–24 hours</dd>
          <dt>Urgent: safety and payments</dt>
          <dd>2–6 hours</dd>
        </dl>
      </Section>
      <Section title="Hours">
        <dl className="facts">
          <dt>Monday to Friday</dt>
          <dd>9 AM – 6 PM IST</dd>
          <dt>Saturday</dt>
          <dd>10 AM – 4 PM IST</dd>
          <dt>Sunday</dt>
          <dd>Closed</dd>
        </dl>
      </Section>
      <Section title="If somebody troubles you">
        <p>
          Press Report in the chat. It ends the conversation at once, the two of you will not meet again on{' '}
          {PRODUCT.name}, and a person looks at what happened.
        </p>
      </Section>
    </>
  )
}
