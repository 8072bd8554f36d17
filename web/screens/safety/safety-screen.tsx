import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import '../../ui/css/reading.css'
import './safety.css'
import { ArrowLeft } from 'lucide-react'
import { type ReactNode, type Ref, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useHashScroll } from '../../ui/use-hash-scroll.ts'
import { Unreachable } from '../session/unreachable.tsx'
import { MODERATION, STAYING_SAFE } from './advice.ts'
import { Advice } from './advice-list.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { DecisionList } from './decision-list.tsx'
import { MyReports } from './my-reports.tsx'
import { RecentChats } from './recent-chats.tsx'

/** The titles of the sections, in their order. */
const TOPICS = {
  decisions: msg`Decisions about you`,
  recent: msg`Recent chats`,
  blocked: msg`People you blocked`,
  reports: msg`Your reports`,
  'staying-safe': msg`Staying safe`,
  moderation: msg`How moderation works`,
}
type Topic = keyof typeof TOPICS

/** The safety centre: advice, recent chats, blocks, reports and decisions about the member. */
export function SafetyScreen() {
  const { session } = useServices()
  const { status } = useStore(session)
  if (status === 'loading') return <Loading label={t`Loading your session`} />
  if (status === 'unreachable') return <Unreachable />
  if (status !== 'member') return <Navigate to="/auth" replace />
  return (
    <GraphqlProvider>
      <SafetyCentre />
    </GraphqlProvider>
  )
}

function SafetyCentre() {
  const recent = useRef<HTMLHeadingElement>(null)
  const blocked = useRef<HTMLHeadingElement>(null)
  const [changes, setChanges] = useState(0)
  useHashScroll()
  return (
    <main className="reading safety">
      <header className="reading-head">
        <ButtonLink className="safety-back" variant="quiet" size="md" to="/">
          <ArrowLeft className="icon" data-size="sm" aria-hidden="true" />
          {t`Back to Home`}
        </ButtonLink>
        <h1 className="hero">{t`Safety centre`}</h1>
        <p className="lede">
          {t`See who you've blocked, follow your reports, and learn how to stay safe with new people.`}
        </p>
      </header>
      <div className="reading-body">
        <nav className="reading-index" aria-label={t`Topics`}>
          <ul>
            {Object.entries(TOPICS).map(([id, title]) => (
              <li key={id}>
                <a className="link" data-quiet href={`#${id}`}>
                  {i18n._(title)}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div>
          <Section topic="decisions">
            <DecisionList />
          </Section>
          <Section topic="recent" heading={recent}>
            <p className="body ink-2">
              {t`Report or block someone you chatted with in the last 24 hours. We don't show the messages here.`}
            </p>
            <RecentChats heading={recent} onDone={() => setChanges((count) => count + 1)} />
          </Section>
          <Section topic="blocked" heading={blocked}>
            <BlockedPeople heading={blocked} changes={changes} />
          </Section>
          <Section topic="reports">
            <MyReports changes={changes} />
          </Section>
          <Section topic="staying-safe">
            <Advice of={STAYING_SAFE} />
          </Section>
          <Section topic="moderation">
            <Advice of={MODERATION} />
            <p className="body ink-2">
              <Trans>
                Our{' '}
                <Link className="link" to="/terms">
                  terms
                </Link>{' '}
                say what is allowed. Our{' '}
                <Link className="link" to="/privacy">
                  privacy policy
                </Link>{' '}
                says what we store.
              </Trans>
            </p>
          </Section>
        </div>
      </div>
    </main>
  )
}

interface SectionProps {
  topic: Topic
  heading?: Ref<HTMLHeadingElement>
  children: ReactNode
}

function Section({ topic, heading, children }: SectionProps) {
  return (
    <section id={topic} aria-labelledby={`${topic}-title`}>
      <h2 className="title" id={`${topic}-title`} ref={heading} tabIndex={-1}>
        {i18n._(TOPICS[topic])}
      </h2>
      {children}
    </section>
  )
}
