import { t } from '@lingui/core/macro'

/** Tells a newcomer what follows, and what is free. */
export function NextSteps() {
  const steps = [
    { title: t`Your details`, text: t`About two minutes. You choose the name that people see.` },
    { title: t`Your email`, text: t`One email, to verify your address.` },
    { title: t`Find Match`, text: t`We look for someone who shares an interest.` },
  ]
  return (
    <>
      <ol className="next-steps" aria-label={t`What happens next`}>
        {steps.map(({ title, text }) => (
          <li key={title}>
            <strong>{title}</strong>
            {text}
          </li>
        ))}
      </ol>
      <dl className="costs">
        <dt>{t`Free`}</dt>
        <dd>{t`Matching by interests, one-to-one chats, report and block.`}</dd>
        <dt>{t`Premium`}</dt>
        <dd>{t`Your whole history, people nearby and a gender filter. You can buy it by the day.`}</dd>
      </dl>
    </>
  )
}
