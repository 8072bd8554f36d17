import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'

interface State {
  failed: boolean
}

/** What nobody foresaw: said plainly, with a way on. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <main className="page">
        <h1 className="display">That did not work.</h1>
        <p className="body ink-2">Something broke on this page. Your messages are safe. Reload to go on.</p>
        <Button variant="primary" size="lg" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </main>
    )
  }
}
