import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { CopyEmail } from './copy-email.tsx'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

const { answerHours, openingHours } = POLICY

const dashed = ({ from, to }: { from: number | string; to: number | string }, dash: string) =>
  `${from}${dash}${to}`

export function Contact() {
  return (
    <>
      <DocumentHead title="Contact" />
      <Section title="Write to us">
        <p>
          Send us your questions, feedback and ideas: <SupportAddress />.
        </p>
        <CopyEmail />
      </Section>
      <Section title="How soon we answer">
        <dl className="facts">
          <dt>General questions</dt>
          <dd>{dashed(answerHours.general, '–')} hours</dd>
          <dt>Technical problems</dt>
          <dd>{dashed(answerHours.technical, '–')} hours</dd>
          <dt>Urgent: safety and payments</dt>
          <dd>{dashed(answerHours.urgent, '–')} hours</dd>
        </dl>
      </Section>
      <Section title="Hours">
        <dl className="facts">
          <dt>Monday to Friday</dt>
          <dd>{dashed(openingHours.weekdays, ' – ')} IST</dd>
          <dt>Saturday</dt>
          <dd>{dashed(openingHours.saturday, ' – ')} IST</dd>
          <dt>Sunday</dt>
          <dd>Closed</dd>
        </dl>
      </Section>
      <Section title="If someone bothers you">
        <p>
          Press Report in the chat. It ends the chat at once, you two will not meet again on {PRODUCT.name},
          and a moderator looks at what happened.
        </p>
      </Section>
    </>
  )
}
