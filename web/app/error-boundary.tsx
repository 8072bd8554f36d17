import { t } from '@lingui/core/macro'
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface State {
  failed: boolean
}

/** Shows an unexpected error with a way to go on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="page">
        <h1 className="display">{t`Something went wrong`}</h1>
        <p className="body ink-2">
          {t`This page has a problem. Your messages are safe. Reload the page to continue.`}
        </p>
        <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
          {t`Reload`}
        </Button>
      </main>
    )
  }
}
