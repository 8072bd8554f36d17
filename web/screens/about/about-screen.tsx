import '../../ui/css/reading.css'
import { Link } from 'react-router'
import { PRODUCT } from '#schema/product.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { LaunchSignUp } from './launch-sign-up.tsx'

const BELIEFS = [
  {
    title: 'Two is the right number',
    text: 'An audience changes what people say. Here there is none: no likes, no followers, no feed. Two people, and what they make of it.',
  },
  {
    title: 'Rare things join people',
    text: 'That you both like music says little. That you both repair mechanical watches says nearly everything. So a rare interest in common counts for more, and always will.',
  },
  {
    title: 'Anonymous is not unaccountable',
    text: 'Nobody learns your name, and everybody answers for what they do. Reports are read by people, with what was said in front of them.',
  },
  {
    title: 'Leaving is free',
    text: 'You may end any conversation at any moment, and nobody is told why. Only what one can leave without a reason can one enter without fear.',
  },
  {
    title: 'Paid by those who use it',
    text: 'Premium pays for everything. So there is no advertising, nothing is sold about you, and talking stays free.',
  },
  {
    title: 'Open to look at',
    text: 'How matching decides, what is stored and for how long is written down and can be read by anybody, code included.',
  },
] as const

export const AboutScreen = () => (
  <main className="reading">
    <header className="reading-head">
      <h1 className="hero">It starts with one thing in common.</h1>
      <p className="lede">
        {PRODUCT.name} lets two adults who share something talk, one to one and mostly anonymously. That is
        all it does, and we try to do it well.
      </p>
    </header>
    <section className="beliefs" aria-label="What we believe">
      {BELIEFS.map(({ title, text }) => (
        <div key={title}>
          <h2 className="heading">{title}</h2>
          <p className="body ink-2">{text}</p>
        </div>
      ))}
    </section>
    <section className="reading-end">
      <h2 className="title">Where we are</h2>
      <p className="body ink-2">
        In beta, and few. We read every mail, Monday to Saturday, India time:{' '}
        <Link className="link" to="/contact">
          how to reach us
        </Link>
        . The questions most people have are{' '}
        <Link className="link" to="/faq">
          answered here
        </Link>
        .
      </p>
      <LaunchSignUp />
      <ButtonLink variant="primary" to="/">
        Start talking
      </ButtonLink>
    </section>
  </main>
)
