import '../../ui/css/auth.css'
import { lazy, Suspense, useState } from 'react'
import { PRODUCT } from '#schema/product.ts'
import { Loading } from '../../ui/loading.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { LoginForm } from './login-form.tsx'
import { Poster } from './poster.tsx'

const RegisterForm = lazy(async () => ({ default: (await import('./register-form.tsx')).RegisterForm }))

const TABS = [
  { id: 'login', label: 'Login' },
  { id: 'register', label: 'Register' },
] as const
type Tab = (typeof TABS)[number]['id']

export function AuthScreen() {
  const [tab, setTab] = useState<Tab>('login')

  return (
    <div className="auth">
      <a className="skip" href="#form">
        Skip to the form
      </a>
      <main className="auth-card sheet-surface" data-tab={tab}>
        <div className="auth-top">
          <span className="logo">
            <LogoMark />
            <b>{PRODUCT.name}</b>
          </span>
          <span className="badge">Beta</span>
          <div className="tabs" role="tablist" aria-label="Login or Register">
            {TABS.map(({ id, label }) => (
              <button
                key={id}
                type="button"
                role="tab"
                id={`tab-${id}`}
                aria-selected={tab === id}
                aria-controls="form"
                tabIndex={tab === id ? 0 : -1}
                onClick={() => setTab(id)}
                onKeyDown={(event) => {
                  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
                  const other: Tab = id === 'login' ? 'register' : 'login'
                  setTab(other)
                  document.getElementById(`tab-${other}`)?.focus()
                }}
              >
                {label}
              </button>
            ))}
          </div>
        </div>
        <div className="auth-head">
          <h1 className="display">Welcome to {PRODUCT.name}</h1>
        </div>
        <div id="form" role="tabpanel" aria-labelledby={`tab-${tab}`} tabIndex={-1}>
          {tab === 'login' ? (
            <LoginForm />
          ) : (
            <Suspense fallback={<Loading label="Loading the form" />}>
              <RegisterForm />
            </Suspense>
          )}
        </div>
      </main>
      <Poster />
    </div>
  )
}
