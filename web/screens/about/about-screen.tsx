import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '../../ui/css/reading.css'
import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LaunchSignUp } from './launch-sign-up.tsx'

const { name: product } = PRODUCT

const BELIEFS = [
  {
    title: msg`Two is the right number`,
    text: msg`People talk differently in front of an audience. Here there is none: no likes, no followers, no feed. Just two people and their chat.`,
  },
  {
    title: msg`Rare interests connect people`,
    text: msg`Many people like music. Few people repair old watches. If you both do, you have a lot to talk about. So a rare interest counts for more, and always will.`,
  },
  {
    title: msg`Anonymous, with rules`,
    text: msg`Other members don’t learn your real name, and still everyone answers for what they do. Our moderators read each report together with the last messages.`,
  },
  {
    title: msg`You can always leave`,
    text: msg`You can end any chat at any time, and the other person isn’t told why. It is easier to start a chat when you know that you can leave it.`,
  },
  {
    title: msg`Paid for by members`,
    text: msg`Premium pays for everything. So there are no ads, we never sell your data, and chatting stays free.`,
  },
  {
    title: msg`Open for you to check`,
    text: msg`You can read how matching works, what we store and for how long. You can read our code, too.`,
  },
] as const

export const AboutScreen = () => (
  <main className="reading">
    <header className="reading-head">
      <h1 className="hero">{t`It starts with one thing in common.`}</h1>
      <p className="lede">
        {t`${product} lets two adults who share an interest chat, one to one and mostly anonymously. That is all it does, and we try to do it well.`}
      </p>
    </header>
    <section className="beliefs" aria-label={t`What we believe`}>
      {BELIEFS.map(({ title, text }) => (
        <div key={title.id}>
          <h2 className="heading">{i18n._(title)}</h2>
          <p className="body ink-2">{i18n._(text)}</p>
        </div>
      ))}
    </section>
    <section className="reading-end">
      <h2 className="title">{t`Where we are`}</h2>
      <p className="body ink-2">
        <Trans>
          We are a small team, and {product} is in beta. We read every email, Monday to Saturday, India time.{' '}
          <Link className="link" to="/contact">
            Write to us
          </Link>{' '}
          or read the{' '}
          <Link className="link" to="/faq">
            most common questions
          </Link>
          .
        </Trans>
      </p>
      <LaunchSignUp />
      <ButtonLink variant="primary" to="/register">
        {t`Start talking`}
      </ButtonLink>
    </section>
  </main>
)
