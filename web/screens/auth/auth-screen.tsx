import './auth.css'
import { Suspense, useState } from 'react'
import { Link } from 'react-router'
import type { DocumentPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { useIsHydrated } from '../../ui/use-is-hydrated.ts'
import { LoginForm } from './login-form.tsx'
import { Poster } from './poster.tsx'

const DocumentPanel = deferred(() => import('./document-panel.tsx'), 'DocumentPanel')
const RegisterForm = deferred(() => import('./register-form.tsx'), 'RegisterForm')

const TABS = [
  { id: 'login', label: 'Login' },
  { id: 'register', label: 'Register' },
] as const
type Tab = (typeof TABS)[number]['id']

const POLICIES: readonly [DocumentPage, string][] = [
  ['/terms', 'Terms'],
  ['/privacy', 'Privacy'],
  ['/refund-policy', 'Refund policy'],
  ['/cancellation-policy', 'Cancellation policy'],
  ['/contact', 'Contact'],
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
        Skip to the form
      </a>
      <main className="auth-card sheet-surface" data-tab={tab}>
        <div className="auth-top">
          <Link className="logo" to="/" aria-label={`${PRODUCT.name}, home`}>
            <LogoMark />
            <b>{PRODUCT.name}</b>
          </Link>
          <span className="badge">Beta</span>
          <TabList tab={tab} onChange={setTab} />
        </div>
        <div className="auth-head">
          {page ? (
            <h2 className="display">Welcome to {PRODUCT.name}</h2>
          ) : (
            <h1 className="display">Welcome to {PRODUCT.name}</h1>
          )}
        </div>
        <div id="form" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1} onSubmit={onSubmit}>
          {tab === 'login' ? (
            <LoginForm />
          ) : (
            <Suspense fallback={<Loading label="Loading the form" />}>
              <RegisterForm />
            </Suspense>
          )}
        </div>
        <nav className="auth-legal" aria-label="Policies">
          {POLICIES.map(([path, label]) => (
            <Link
              key={path}
              className="link"
              data-quiet
              to={path}
              aria-current={page === path ? 'page' : undefined}
            >
              {label}
            </Link>
          ))}
        </nav>
      </main>
      {page ? (
        <Suspense fallback={<Loading label="Loading the page" />}>
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
    <div className="tabs" role="tablist" aria-label="Login or Register">
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
          {label}
        </button>
      ))}
    </div>
  )
}
