import '../../ui/css/reading.css'
import { Link } from 'react-router'
import { ButtonLink } from '../../ui/button-link.tsx'
import { FAQ } from './faq-texts.ts'

export const FaqScreen = () => (
  <main className="reading">
    <header className="reading-head">
      <h1 className="hero">Questions and answers</h1>
      <p className="lede">
        The questions we hear most. Is yours missing?{' '}
        <Link className="link" to="/contact">
          Write to us
        </Link>
        .
      </p>
    </header>
    <div className="reading-body">
      <nav className="reading-index" aria-label="Topics">
        <ul>
          {FAQ.map(({ id, title }) => (
            <li key={id}>
              <a className="link" data-quiet href={`#${id}`}>
                {title}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        {FAQ.map(({ id, title, questions }) => (
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
        <ButtonLink variant="primary" to="/">
          Start talking
        </ButtonLink>
      </div>
    </div>
  </main>
)
