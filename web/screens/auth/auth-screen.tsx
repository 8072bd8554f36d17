import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import './auth.css'
import './front.css'
import './poster.css'
import { type MouseEvent, Suspense, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { DocumentPage } from '#schema/pages.ts'
import { PRODUCT } from '#schema/product.ts'
import { STORAGE_KEYS } from '../../data/storage-keys.ts'
import { useServices } from '../../hooks/services.tsx'
import { withTexts } from '../../i18n/with-texts.ts'
import { deferred } from '../../ui/deferred.tsx'
import { Loading } from '../../ui/loading.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { LanguageSwitch } from '../shared/language-switch.tsx'
import { Circles } from './circles.tsx'
import { FirstQuestion } from './first-question.tsx'
import { type AuthForm, FORM_ADDRESSES, formAt } from './form-at.ts'
import { Poster } from './poster.tsx'
import { type AuthTab, TabList } from './tab-list.tsx'

const DocumentPanel = deferred(() => withTexts('documents', import('./document-panel.tsx')), 'DocumentPanel')
/** Not part of a newcomer's first load. */
const LoginForm = deferred(() => withTexts('register', import('./login-form.tsx')), 'LoginForm')
const RegisterForm = deferred(() => withTexts('register', import('./register-form.tsx')), 'RegisterForm')

const { name: product } = PRODUCT

const POLICIES: readonly [DocumentPage, MessageDescriptor][] = [
  ['/terms', msg`Terms`],
  ['/privacy', msg`Privacy`],
  ['/refund-policy', msg`Refund policy`],
  ['/cancellation-policy', msg`Cancellation policy`],
  ['/contact', msg`Contact`],
]

interface AuthScreenProps {
  path: string
  page: DocumentPage | null
  /** Called when the visitor submits the login or the registration. */
  onSubmit(): void
}

/** The login and registration forms, beside the poster or the requested document. */
export function AuthScreen({ path, page, onSubmit }: AuthScreenProps) {
  const navigate = useNavigate()
  const [form, setForm] = useAuthForm(path)
  const { tabStorage } = useServices()
  const [word, setWord] = useState('')
  const question = useRef<HTMLInputElement>(null)
  const tab = form === 'login' ? 'login' : 'register'

  function select(chosen: AuthTab) {
    setForm(chosen)
    // A document stays beside the form that is chosen there.
    if (!page) void navigate(FORM_ADDRESSES[chosen])
  }

  function keepWord(next: string) {
    setWord(next)
    tabStorage.setItem(STORAGE_KEYS.firstInterest, next)
  }

  function submit() {
    onSubmit()
    // A logout without a connection shows it again.
    LoginForm.preload()
  }

  function startAtQuestion(event: MouseEvent) {
    if (!question.current) return
    event.preventDefault()
    question.current.focus()
  }

  return (
    <div className="auth" data-reading={page ? '' : undefined}>
      <a className="skip" href="#form">
        {t`Skip to the form`}
      </a>
      <main className="auth-card sheet-surface">
        <div className="auth-top">
          <Link className="logo" to="/" aria-label={t`${product}, home`}>
            <LogoMark />
            <b translate="no">{product}</b>
          </Link>
          <span className="badge">{t`Beta`}</span>
          <TabList tab={tab} onChange={select} />
        </div>
        <div className="auth-body" data-form={form}>
          {form !== 'register' && <SmallPoster word={word} />}
          <Welcome isHeading={!page} form={form} />
          <div
            id="form"
            role="tabpanel"
            aria-labelledby={`tab-${tab}`}
            tabIndex={-1}
            onFocus={form === 'question' ? RegisterForm.preload : undefined}
            onSubmit={form === 'question' ? undefined : submit}
          >
            <Suspense fallback={<Loading label={t`Loading the form`} />}>
              {form === 'question' && <FirstQuestion input={question} word={word} onWord={keepWord} />}
              {form === 'register' && <RegisterForm firstInterest={word} onFirstInterest={keepWord} />}
              {form === 'login' && <LoginForm />}
            </Suspense>
          </div>
        </div>
        <CardFoot page={page} />
      </main>
      {page ? (
        <Suspense fallback={<Loading label={t`Loading the page`} />}>
          <DocumentPanel page={page} back={FORM_ADDRESSES[form]} />
        </Suspense>
      ) : (
        <Poster word={word} onStart={form === 'register' ? undefined : startAtQuestion} />
      )}
    </div>
  )
}

/**
 * Returns the form, and a function that shows another one at once: the router keeps the old page until the next one has
 * loaded. A new address opens on its own form. Beside a document, the last form stays.
 */
function useAuthForm(path: string) {
  const { storage } = useServices()
  const formHere = () => formAt(path, storage.getItem(STORAGE_KEYS.hasLoggedIn) !== null)
  const [shown, setShown] = useState(() => ({ path, form: formHere() ?? 'login' }))
  const current = shown.path === path ? shown : { path, form: formHere() ?? shown.form }
  if (current !== shown) setShown(current)
  return [current.form, (form: AuthForm) => setShown({ path, form })] as const
}

/** What the poster says, above the form on screens that show the poster below it. */
const SmallPoster = ({ word }: { word: string }) => (
  <div className="small-poster">
    <p className="hero">{i18n._(PRODUCT.tagline)}</p>
    <Circles word={word} isSmall />
  </div>
)

function Welcome({ isHeading, form }: { isHeading: boolean; form: AuthForm }) {
  const Heading = isHeading ? 'h1' : 'h2'
  return (
    <div className="auth-head">
      <Heading className="display">{t`Welcome to ${product}`}</Heading>
      {form === 'question' && <p className="lede">{i18n._(PRODUCT.description)}</p>}
      {form === 'login' && <p className="lede">{t`Good to see you again.`}</p>}
    </div>
  )
}

const CardFoot = ({ page }: { page: DocumentPage | null }) => (
  <div className="auth-card-foot">
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
  </div>
)
