import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import type { User } from '#schema/account.ts'
import type { DocumentPage } from '#schema/pages.ts'
import { ButtonLink } from '../../ui/button-link.tsx'
import { DocumentText } from '../shared/documents/document-text.tsx'
import { Dock } from './dock.tsx'
import { HelpWidget } from './help-widget.tsx'

/** A legal document or the contact page, in the main area of the home layout. */
export function DocumentScreen({ page, me }: { page: DocumentPage; me: User }) {
  const main = useRef<HTMLElement>(null)
  // When the document changes, scroll to its top and focus its heading, or the one of its summary.
  useEffect(() => {
    main.current?.firstElementChild?.scrollTo(0, 0)
    main.current?.querySelector<HTMLElement>('h1,h2')?.focus({ preventScroll: true })
  }, [page])
  return (
    <main className="main sheet-surface" id="main" ref={main}>
      <div className="main-document">
        <DocumentText page={page} />
        <ButtonLink size="md" to="/">
          {t`Back to home`}
        </ButtonLink>
      </div>
      <div className="mobile-bar">
        <Dock me={me} />
        <HelpWidget />
      </div>
    </main>
  )
}
