import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '../../ui/css/reading.css'
import { Link } from 'react-router'
import { useMessageMonths } from '../../hooks/use-message-months.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { faqSections } from './faq-texts.ts'

export function FaqScreen() {
  const sections = faqSections(useMessageMonths())
  return (
    <main className="reading">
      <header className="reading-head">
        <h1 className="hero">{t`Questions and answers`}</h1>
        <p className="lede">
          <Trans>
            The questions we hear most. Is yours missing?{' '}
            <Link className="link" to="/contact">
              Write to us
            </Link>
            .
          </Trans>
        </p>
      </header>
      <div className="reading-body">
        <nav className="reading-index" aria-label={t`Topics`}>
          <ul>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a className="link" data-quiet href={`#${id}`}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          {sections.map(({ id, title, questions }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="title" id={`${id}-title`}>
                {title}
              </h2>
              {questions.map(({ question, answer }) => (
                <details key={question}>
                  <summary className="subhead">{question}</summary>
                  <p className="body ink-2">{answer}</p>
                </details>
              ))}
            </section>
          ))}
          <ButtonLink variant="primary" to="/register">
            {t`Start talking`}
          </ButtonLink>
        </div>
      </div>
    </main>
  )
}
