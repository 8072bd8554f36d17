import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'
import { FREE_HISTORY } from '../facts-for-texts.ts'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'

export function PrivacyPolicy() {
  return (
    <>
      <DocumentHead title="Privacy Policy" updated={PRODUCT.privacyPolicyDate} />
      <Section title="What we collect">
        <ul>
          <li>
            What you give at registration: email, phone number, display name, age, gender, interests and what
            you are looking for. Your password is stored only as a hash that cannot be turned back. If you
            switch on two-step login, the key of your authenticator app is stored encrypted, and your recovery
            codes only as hashes.
          </li>
          <li>
            Where you are, if your browser may tell: rounded to about {POLICY.positionKilometres} km before it
            is stored, with the name of the city.
          </li>
          <li>Your messages, so that they can be delivered and shown to the two of you.</li>
          <li>Your logins: time, browser and internet address, so that you can recognise a stranger’s.</li>
          <li>Payments: amount, date and the payment provider’s number. Never a card number.</li>
        </ul>
      </Section>
      <Section title="What other people see">
        <p>
          The person you talk with sees your display name, age, gender, interests and what you are looking
          for. With nearby discovery on, people near you also see your city and state. Nobody sees your email,
          your phone number or your position.
        </p>
      </Section>
      <Section title="What our moderators read">
        <p>
          No conversation of yours, except: when one of you reports the other, the last{' '}
          {POLICY.evidenceMessages} messages of the two of you. When somebody gives an age under{' '}
          {PRODUCT.minimumAge}, that message with what they wrote before it, {POLICY.ageEvidenceLines} lines
          at most, and the last line of the other before it. And single messages that our filter held back,
          such as those with slurs. A program judges each message when it is sent, and keeps nothing of the
          others.
        </p>
      </Section>
      <Section title="What we use it for">
        <p>
          To match you, to deliver your messages, to keep people safe, to take payments and to answer you. We
          do not sell data, show advertising or hand your data to anybody but the payment provider you choose
          and the authorities where the law requires it. The card provider gets your name, email and phone
          number, so that its form is filled in.
        </p>
      </Section>
      <Section title="What stays in your browser">
        <p>
          Your session, your theme, the draft of an unfinished registration until you close the tab (never its
          password), the last match, so that a reload finds it, that you have closed the notes about strangers
          and about your location, and for {RETENTION.signalDays} days a random mark of your browser. By that
          mark we recognise your browser when you log in, so that other people’s wrong passwords don’t lock
          you out, and when its owner was banned. There are no cookies of others and no trackers.
        </p>
      </Section>
      <Section title="How long we keep it">
        <ul>
          <li>Each message is kept until its writer deletes the account. {FREE_HISTORY}</li>
          <li>
            An account that you close can be brought back without loss for {RETENTION.closedMonths} months:
            log in.
          </li>
          <li>
            When you delete your account, your data is erased after {RETENTION.erasureDays} days, unless you
            log in before.
          </li>
          <li>
            Deleting your account ends no warning, suspension or ban. While one counts, a coded form of your
            email address is kept, for {RETENTION.signalDays} days after the erasure at most, and nobody can
            register with it. Where more is left of a suspension, your account stays closed and is erased
            later, on the date that we tell you when you ask.
          </li>
          <li>
            What the law makes us keep, such as records of payments, and what is evidence of abuse, is kept
            for up to {RETENTION.essentialMonths} months.
          </li>
          <li>
            Notes that our moderators write about you are erased with your data, and after{' '}
            {RETENTION.essentialMonths} months.
          </li>
          <li>
            Sign-ins are kept for {RETENTION.signInMonths} months, notifications for{' '}
            {RETENTION.notificationMonths} months, and sessions for {RETENTION.endedSessionDays} days after
            their end.
          </li>
          <li>
            A message that our filter held back is kept for {RETENTION.decidedHeldMessageDays} days after it
            was decided about.
          </li>
          <li>
            Your place on the launch list is kept for {RETENTION.launchMailedMonths} months after our mail to
            you, and for {RETENTION.launchMonths} months at most; browser and internet address go with the
            mail, and after {RETENTION.launchOriginDays} days at the latest. Write to us to be taken off
            sooner.
          </li>
          <li>
            Of an account that was banned, coded forms of its email address, browsers and networks are kept
            for {RETENTION.signalDays} days, so that it is recognised when it comes back.
          </li>
        </ul>
      </Section>
      <Section title="Your rights">
        <p>
          You may see, correct, take with you and delete what we hold about you, and object to its use. The
          privacy centre in your settings does most of it at once; for the rest, write to <SupportAddress />{' '}
          from the address of your account. {PRODUCT.name} is for adults: we delete whatever we learn to have
          collected from anybody under {PRODUCT.minimumAge}.
        </p>
      </Section>
    </>
  )
}
