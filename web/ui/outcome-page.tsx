import type { ReactNode } from 'react'

interface OutcomePageProps {
  title: string
  message: ReactNode
  /** Shows two merged circles, or one of them dotted. */
  success: boolean
  /** Announces the outcome to screen readers. */
  role?: 'status' | 'alert'
  actions: ReactNode
  children?: ReactNode
}

/** A page with an outcome and the next steps. */
export function OutcomePage({ title, message, success, role, actions, children }: OutcomePageProps) {
  return (
    <main className="page">
      <svg className="glyph" viewBox="0 0 40 26" aria-hidden="true">
        {success && <path className="fill" d="M20 3.9a11 11 0 0 1 0 18.2a11 11 0 0 1 0-18.2Z" />}
        <circle cx="14" cy="13" r="11" />
        <circle className={success ? undefined : 'dash'} cx="26" cy="13" r="11" />
      </svg>
      <h1 className="display">{title}</h1>
      <p className="body ink-2" role={role}>
        {message}
      </p>
      {children}
      <div className="actions">{actions}</div>
    </main>
  )
}
