import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import './auth.css'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { DocumentPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { useIsHydrated } from '../../hooks/use-is-hydrated.ts'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { LanguageSwitch } from '../public/language-switch.tsx'
import { LoginForm } from './login-form.tsx'
import { Poster } from './poster.tsx'

const DocumentPanel = deferred(() => withTexts('documents', import('./document-panel.tsx')), 'DocumentPanel')
const RegisterForm = deferred(() => withTexts('register', import('./register-form.tsx')), 'RegisterForm')

const { name: product } = PRODUCT
const TABS = [
  { id: 'login', label: msg`Login` },
  { id: 'register', label: msg`Register` },
] as const
type Tab = (typeof TABS)[number]['id']

const POLICIES: readonly [DocumentPage, MessageDescriptor][] = [
  ['/terms', msg`Terms`],
  ['/privacy', msg`Privacy`],
  ['/refund-policy', msg`Refund policy`],
  ['/cancellation-policy', msg`Cancellation policy`],
  ['/contact', msg`Contact`],
]

interface AuthScreenProps {
  page: DocumentPage | null
  /** Called when the visitor submits either form. */
  onSubmit(): void
}

/** The login and registration forms, beside the poster or the requested document. */
export function AuthScreen({ page, onSubmit }: AuthScreenProps) {
  const [tab, setTab] = useState<Tab>('login')

  return (
    <div className="auth" data-reading={page ? '' : undefined}>
      <a className="skip" href="#form">
        {t`Skip to the form`}
      </a>
      <main className="auth-card sheet-surface" data-tab={tab}>
        <div className="auth-top">
          <Link className="logo" to="/" aria-label={t`${product}, home`}>
            <LogoMark />
            <b translate="no">{product}</b>
          </Link>
          <span className="badge">{t`Beta`}</span>
          <TabList tab={tab} onChange={setTab} />
        </div>
        <div className="auth-head">
          {page ? (
            <h2 className="display">{t`Welcome to ${product}`}</h2>
          ) : (
            <h1 className="display">{t`Welcome to ${product}`}</h1>
          )}
        </div>
        <div id="form" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1} onSubmit={onSubmit}>
          {tab === 'login' ? (
            <LoginForm />
          ) : (
            <Suspense fallback={<Loading label={t`Loading the form`} />}>
              <RegisterForm />
            </Suspense>
          )}
        </div>
        <nav className="auth-legal" aria-label={t`Policies`}>
          {POLICIES.map(([path, label]) => (
            <Link
              key={path}
              className="link"
              data-quiet
              to={path}
              aria-current={page === path ? 'page' : undefined}
            >
              {i18n._(label)}
            </Link>
          ))}
        </nav>
        <div className="auth-language">
          <LanguageSwitch />
        </div>
      </main>
      {page ? (
        <Suspense fallback={<Loading label={t`Loading the page`} />}>
          <DocumentPanel page={page} />
        </Suspense>
      ) : (
        <Poster />
      )}
    </div>
  )
}

/** A separate component: hydrating it does not re-render the document beside it, which may not be loaded yet. */
function TabList({ tab, onChange }: { tab: Tab; onChange(tab: Tab): void }) {
  const isHydrated = useIsHydrated()
  return (
    <div className="tabs" role="tablist" aria-label={t`Login or Register`}>
      {TABS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          role="tab"
          disabled={!isHydrated}
          id={`tab-${id}`}
          aria-selected={tab === id}
          aria-controls="form"
          tabIndex={tab === id ? 0 : -1}
          onClick={() => onChange(id)}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
            const other: Tab = id === 'login' ? 'register' : 'login'
            onChange(other)
            document.getElementById(`tab-${other}`)?.focus()
          }}
        >
          {i18n._(label)}
        </button>
      ))}
    </div>
  )
}
