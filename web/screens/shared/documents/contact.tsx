import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { POLICY } from '#schema/policy.ts'
import { PRODUCT } from '#schema/product.ts'
import { timesOfDay } from '../../../i18n/times-of-day.ts'
import { CopyEmail } from './copy-email.tsx'
import { DocumentHead, Section, SupportAddress } from './parts.tsx'
import { premiumAnswerTimes } from './premium-answer-times.ts'

const { answerHours, openingHours } = POLICY

const { name: product } = PRODUCT

const hoursOf = ({ from, to }: { from: number; to: number }) => t`${from}–${to} hours`

function indianTimes(hours: { from: number; to: number }) {
  const { from, to } = timesOfDay(hours)
  return t({ message: `${from} – ${to} IST`, comment: 'Times of day in Indian Standard Time' })
}

export function Contact() {
  return (
    <>
      <DocumentHead title={t`Contact`} />
      <Section title={t`Write to us`}>
        <p>
          <Trans>
            Send us your questions, feedback and ideas: <SupportAddress />.
          </Trans>
        </p>
        <CopyEmail />
      </Section>
      <Section title={t`How soon we answer`}>
        <dl className="facts">
          <dt>{t`General questions`}</dt>
          <dd>{hoursOf(answerHours.general)}</dd>
          <dt>{t`Technical problems`}</dt>
          <dd>{hoursOf(answerHours.technical)}</dd>
          <dt>{t`Urgent: safety and payments`}</dt>
          <dd>{hoursOf(answerHours.urgent)}</dd>
        </dl>
        <p>{premiumAnswerTimes()}</p>
      </Section>
      <Section title={t`Hours`}>
        <dl className="facts">
          <dt>{t`Monday to Friday`}</dt>
          <dd>{indianTimes(openingHours.weekdays)}</dd>
          <dt>{t`Saturday`}</dt>
          <dd>{indianTimes(openingHours.saturday)}</dd>
          <dt>{t`Sunday`}</dt>
          <dd>{t`Closed`}</dd>
        </dl>
      </Section>
      <Section title={t`If someone bothers you`}>
        <p>
          {t`Press Report in the chat. It ends the chat at once, you two will not meet again on ${product}, and a moderator looks at what happened.`}
        </p>
      </Section>
    </>
  )
}
