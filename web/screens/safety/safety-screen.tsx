import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import './safety.css'
import { Suspense, useRef, useState } from 'react'
import { Link, Navigate } from 'react-router'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { CentrePage, type CentreSection } from '../shared/centre-page.tsx'
import { Unreachable } from '../shared/unreachable.tsx'
import { MODERATION, STAYING_SAFE } from './advice.ts'
import { Advice } from './advice-list.tsx'
import { BlockedPeople } from './blocked-people.tsx'
import { DecisionList } from './decision-list.tsx'
import { MyReports } from './my-reports.tsx'
import { RecentChats } from './recent-chats.tsx'

const RefusedPeople = deferred(() => withTexts('people', import('./refused-people.tsx')), 'RefusedPeople')

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
  const refused = useRef<HTMLHeadingElement>(null)
  const [changes, setChanges] = useState(0)
  const sections: readonly CentreSection[] = [
    { id: 'decisions', title: msg`Decisions about you`, content: <DecisionList /> },
    {
      id: 'recent',
      title: msg`Recent chats`,
      heading: recent,
      content: (
        <>
          <p className="ink-2">
            {t`Report or block someone you chatted with in the last 24 hours. We don't show the messages here.`}
          </p>
          <RecentChats heading={recent} onDone={() => setChanges((count) => count + 1)} />
        </>
      ),
    },
    {
      id: 'blocked',
      title: msg`People you blocked`,
      heading: blocked,
      content: <BlockedPeople heading={blocked} changes={changes} />,
    },
    {
      id: 'refused',
      title: msg`People who can't ask you again`,
      heading: refused,
      content: (
        <>
          <p className="ink-2">
            {t`You chose not to be asked again by them. They weren't told. You can still be matched.`}
          </p>
          <Suspense>
            <RefusedPeople heading={refused} />
          </Suspense>
        </>
      ),
    },
    { id: 'reports', title: msg`Your reports`, content: <MyReports changes={changes} /> },
    { id: 'staying-safe', title: msg`Staying safe`, content: <Advice of={STAYING_SAFE} /> },
    { id: 'moderation', title: msg`How moderation works`, content: <HowModerationWorks /> },
  ]
  return (
    <CentrePage
      title={t`Safety centre`}
      lede={t`See who you've blocked, follow your reports, and learn how to stay safe with new people.`}
      sections={sections}
    />
  )
}

const HowModerationWorks = () => (
  <>
    <Advice of={MODERATION} />
    <p className="ink-2">
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
  </>
)
