import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import './privacy.css'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Navigate } from 'react-router'
import { GraphqlProvider } from '../../hooks/graphql-provider.tsx'
import { useServices, useStore } from '../../hooks/services.tsx'
import { ButtonLink } from '../../ui/button-link.tsx'
import { Loading } from '../../ui/loading.tsx'
import { useHashScroll } from '../../ui/use-hash-scroll.ts'
import { TwoStepSection } from '../second-factor/two-step-section.tsx'
import { Unreachable } from '../session/unreachable.tsx'
import { ExportSection } from './export-section.tsx'
import { CloseSection, DeleteSection } from './leaving-sections.tsx'
import { MailsSection } from './mails-section.tsx'
import { ReceiptsSection } from './receipts-section.tsx'
import { SessionsSection } from './sessions-section.tsx'
import { SignInsSection } from './sign-ins-section.tsx'

/** Sessions, sign-ins, data export, and closing or deleting the account. */
export function PrivacyScreen() {
  const { session } = useServices()
  const { status, user } = useStore(session)
  if (status === 'loading') return <Loading label={t`Loading your session`} />
  if (status === 'unreachable') return <Unreachable />
  // Suspended members keep access to this page.
  if (status !== 'member' && status !== 'suspended') return <Navigate to="/auth" replace />
  return (
    <GraphqlProvider>
      <PrivacyCentre premium={user?.premiumUser ?? false} />
    </GraphqlProvider>
  )
}

const SECTIONS: readonly { id: string; title: MessageDescriptor; content(premium: boolean): ReactNode }[] = [
  { id: 'sessions', title: msg`Devices and sessions`, content: () => <SessionsSection /> },
  { id: 'two-step', title: msg`Two-step login`, content: () => <TwoStepSection /> },
  { id: 'sign-ins', title: msg`Sign-ins`, content: () => <SignInsSection /> },
  { id: 'data', title: msg`Download my data`, content: () => <ExportSection /> },
  { id: 'receipts', title: msg`Read receipts`, content: () => <ReceiptsSection /> },
  { id: 'mails', title: msg`Emails about missed messages`, content: () => <MailsSection /> },
  { id: 'close', title: msg`Close account`, content: (premium) => <CloseSection premium={premium} /> },
  { id: 'delete', title: msg`Delete account`, content: (premium) => <DeleteSection premium={premium} /> },
]

function PrivacyCentre({ premium }: { premium: boolean }) {
  useHashScroll()
  return (
    <main className="privacy">
      <div className="privacy-bar">
        <ButtonLink variant="quiet" size="md" to="/">
          <ArrowLeft className="icon" data-size="sm" aria-hidden="true" />
          {t`Back to Home`}
        </ButtonLink>
      </div>
      <header className="privacy-head">
        <h1 className="hero">{t`Privacy centre`}</h1>
        <p>{t`See where you are logged in, download your data, or close your account.`}</p>
      </header>
      <nav className="privacy-index" aria-label={t`Sections`}>
        <ul>
          {SECTIONS.map(({ id, title }) => (
            <li key={id}>
              <a className="link" data-quiet href={`#${id}`}>
                {i18n._(title)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="privacy-sheet sheet-surface">
        {SECTIONS.map(({ id, title, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="heading" id={`${id}-title`} tabIndex={-1}>
              {i18n._(title)}
            </h2>
            {content(premium)}
          </section>
        ))}
      </div>
    </main>
  )
}
