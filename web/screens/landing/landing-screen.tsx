import { t } from '@lingui/core/macro'
import './landing.css'
import { i18n } from '@lingui/core'
import { Link } from 'react-router'
import type { LandingPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LANDING_NAMES } from '../shared/landing-names.ts'
import { LANDING_TEXTS } from './landing-texts.ts'

const { minimumAge } = PRODUCT

export function LandingScreen({ page }: { page: LandingPage }) {
  const { headline, lede, shared, features, questions } = LANDING_TEXTS[page]()
  return (
    <main className="landing">
      <section className="landing-top">
        <div>
          <h1 className="hero">{headline}</h1>
          <p className="lede">{lede}</p>
          <ButtonLink variant="primary" to="/register">
            {t`Start talking`}
          </ButtonLink>
          <p className="caption ink-3">{t`Free, without photos, for adults from ${minimumAge}.`}</p>
        </div>
        <div className="venn" aria-hidden="true">
          <span className="venn-b" />
          <span className="venn-a">
            <span className="venn-lens" />
          </span>
          <p className="venn-text" data-in="you">
            <small>{t`You`}</small>
          </p>
          <p className="venn-text" data-in="common">
            <span>{shared}</span>
          </p>
          <p className="venn-text" data-in="them">
            <small>{t`A stranger`}</small>
          </p>
        </div>
      </section>
      <section className="landing-features" aria-label={t`What you get`}>
        {features.map(({ title, text }) => (
          <div key={title}>
            <h2 className="heading">{title}</h2>
            <p className="body ink-2">{text}</p>
          </div>
        ))}
      </section>
      <section className="landing-questions">
        <h2 className="title">{t`Questions`}</h2>
        <dl>
          {questions.map(({ question, answer }) => (
            <div key={question}>
              <dt className="subhead">{question}</dt>
              <dd className="body ink-2">{answer}</dd>
            </div>
          ))}
        </dl>
      </section>
      <nav className="landing-more" aria-label={t`More pages`}>
        {LANDING_NAMES.filter(([other]) => other !== page).map(([other, name]) => (
          <Link key={other} className="link" to={other}>
            {i18n._(name)}
          </Link>
        ))}
      </nav>
    </main>
  )
}
