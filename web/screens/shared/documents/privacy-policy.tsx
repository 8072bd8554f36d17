import { LIMITS } from '#schema/limits.ts'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { RETENTION } from '#schema/retention.ts'
import { useMessageMonths } from '../../../hooks/use-message-months.ts'
import { FREE_HISTORY } from './free-history.ts'
import { keepingOfMessagesInEnglish } from './keeping-of-messages.ts'
import { DocumentHead, ProductName, Section, SupportAddress } from './parts.tsx'

export function PrivacyPolicy() {
  const messageMonths = useMessageMonths()
  return (
    <>
      <DocumentHead title="Privacy Policy" updated={PRODUCT.privacyPolicyDate} />
      <Section title="What we collect">
        <ul>
          <li>
            What you enter when you register: your email, phone number, display name, age, gender, interests
            and what you are looking for. We store your password only as a hash, a form that cannot be turned
            back. If you turn on two-step login, we store the key of your authenticator app encrypted, and
            your recovery codes only as hashes.
          </li>
          <li>
            The language you use <ProductName /> in. We write our emails and notifications to you in it.
          </li>
          <li>
            The languages you say you speak, if you choose any in your profile. We use them, or else the
            language you use <ProductName /> in, to find people you can talk with.
          </li>
          <li>
            The languages you want to learn, if you choose any in your profile. We use them to find a language
            exchange when you search for one.
          </li>
          <li>
            The ages you want to meet, if you choose any in your profile. Only the search uses them, and no
            other member sees them.
          </li>
          <li>
            Where you are, if your browser shares it. We round it to about {POLICY.positionKilometres} km
            before we store it, with the name of the city.
          </li>
          <li>Your messages. We need them to deliver them and to show them to you two.</li>
          <li>
            With whom you would like to keep in touch, and your notes about the people you keep. The other
            person learns of your wish only if they would like to as well, and never sees your notes. A wish
            ends {LIMITS.keepHours} hours after the chat.
          </li>
          <li>
            Whom you invite to chat again, with the message that waits for the answer. We delete an invitation
            after {LIMITS.knockHours} hours. If you don’t want to see someone’s invitations, we store that
            until you undo it.
          </li>
          <li>
            For which of your interests you want to be told when someone searches who shares them. Nobody
            learns that we told you.
          </li>
          <li>
            If you turn on notifications: the address at which your browser takes them, which kinds you want,
            and your quiet hours. They pass through the service of the company that makes your browser, which
            cannot read them. They never hold the text of a message, and names only if you choose that.
          </li>
          <li>
            If you add a passkey: its public key, the name you give it, and when you last used it. Your
            fingerprint or face never leaves your device.
          </li>
          <li>
            Your logins: the time, the browser and the internet address. They help you notice when someone
            else logs in as you.
          </li>
          <li>
            Your payments: the amount, the date and the payment provider’s number. We never store a card
            number.
          </li>
        </ul>
      </Section>
      <Section title="What other people see">
        <p>
          The person you chat with sees your display name, your age, your gender, your interests, the
          languages you speak and learn, and what you are looking for. If you turn on nearby discovery, people
          near you also see your city and state. No one sees your email, your phone number or your position.
        </p>
        <p>
          People Nearby treats you as if you were {POLICY.shownAway.from} to {POLICY.shownAway.to} km from
          where you are, in a direction that only our server knows. So no one can find you by moving around
          and looking at the list.
        </p>
      </Section>
      <Section title="What our moderators read">
        <p>Our moderators don’t read your chats. They see messages only in these cases:</p>
        <ul>
          <li>
            When one of you reports the other, they see the last {POLICY.evidenceMessages} messages between
            you two.
          </li>
          <li>
            When someone gives an age under {PRODUCT.minimumAge}, they see that message with what the same
            person wrote before it, {POLICY.ageEvidenceLines} lines at most, and the other person’s last line
            before it.
          </li>
          <li>When our filter holds back a message, for example one with slurs, they see that message.</li>
        </ul>
        <p>A program checks each message when it is sent. It keeps nothing of the other messages.</p>
      </Section>
      <Section title="What we use it for">
        <p>
          We use your data to match you, to deliver your messages, to keep people safe, to take payments and
          to answer you. We do not sell data, and we show no ads. We share your data only with the payment
          provider you choose, and with the authorities where the law requires it. The card provider gets your
          name, email and phone number, to fill in its form for you.
        </p>
      </Section>
      <Section title="What stays in your browser">
        <p>Your browser keeps:</p>
        <ul>
          <li>Your session, your theme, and that someone has logged in here before.</li>
          <li>
            The draft of an unfinished registration, until you close the tab. Your password is never part of
            it.
          </li>
          <li>Your last match, to find it again after a reload.</li>
          <li>
            Messages that wait to be sent, and the drafts of unfinished ones, until you log out or delete your
            account.
          </li>
          <li>
            That you have closed the notes about strangers and about your location, and what you answered when
            we offered to install the app or to add a passkey.
          </li>
          <li>
            That you have hidden <ProductName /> quickly, and whether Shift hides it.
          </li>
          <li>
            A random mark, for {RETENTION.signalDays} days. It helps us recognise your browser when you log
            in. So wrong passwords that other people enter don’t lock you out. It also shows us when the owner
            of a browser was banned.
          </li>
        </ul>
        <p>There are no cookies from other companies, and no trackers.</p>
      </Section>
      <Section title="How long we keep it">
        <ul>
          <li>
            {keepingOfMessagesInEnglish(messageMonths)} {FREE_HISTORY}
          </li>
          <li>
            If you close your account, you can bring it back without loss for {RETENTION.closedMonths} months.
            Just log in.
          </li>
          <li>
            If you delete your account, we erase your data within {RETENTION.erasedWithinDays} days, unless
            you log in during the first {RETENTION.erasureDays}.
          </li>
          <li>
            Our backups may hold erased data for {RETENTION.backupDays} more days. If we need a backup, we
            erase that data again before anyone can use it.
          </li>
          <li>
            Deleting your account does not end a warning, a suspension or a ban. While one of them counts, we
            keep a coded form of your email address, for {RETENTION.signalDays} days after the erasure at
            most. No one can register with that address. If your suspension lasts longer, your account stays
            closed and we erase it later. We tell you the date when you ask us to delete it.
          </li>
          <li>
            We keep what the law makes us keep, such as records of payments, and evidence of abuse, for up to{' '}
            {RETENTION.essentialMonths} months.
          </li>
          <li>
            We erase notes that our moderators write about you with your data, and otherwise after{' '}
            {RETENTION.essentialMonths} months.
          </li>
          <li>
            We keep sign-ins for {RETENTION.signInMonths} months, notifications for{' '}
            {RETENTION.notificationMonths} months, and sessions for {RETENTION.endedSessionDays} days after
            they end.
          </li>
          <li>
            When our filter holds back a message, we keep it for {RETENTION.decidedHeldMessageDays} days after
            a moderator has decided about it.
          </li>
          <li>
            We count how long searches take, by interest and hour, and keep the counts for about{' '}
            {RETENTION.searchWaitDays} days. They name neither you nor the interest, and we use a count only
            when it covers at least {LIMITS.searchWaitMembers} people.
          </li>
          <li>
            We keep that you searched within an evening, or wanted to be reminded of it, for{' '}
            {RETENTION.eveningDays} day after it. A conversation that it brought about keeps which evening it
            was.
          </li>
          <li>
            We keep your place on the launch list for {RETENTION.launchMailedMonths} months after our email to
            you, and for {RETENTION.launchMonths} months at most. We delete your browser and internet address
            with that email, and after {RETENTION.launchOriginDays} days at the latest. We write the email in
            the language of your page, and delete that language with it. Write to us if you want to be taken
            off sooner.
          </li>
          <li>
            When an account is banned, we keep coded forms of its email address, browsers and networks for{' '}
            {RETENTION.signalDays} days, to recognise it if it comes back.
          </li>
        </ul>
      </Section>
      <Section title="Your rights">
        <p>
          You may see, correct, take with you and delete what we hold about you, and object to its use. You
          can do most of this at once in the privacy centre, in your settings. For the rest, write to{' '}
          <SupportAddress /> from the email address of your account. <ProductName /> is for adults. If we
          learn that we hold data of anyone under {PRODUCT.minimumAge}, we delete it.
        </p>
      </Section>
    </>
  )
}
