import { t } from '@lingui/core/macro'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { DocumentPage } from '#schema/pages.ts'
import { DocumentText } from '../shared/documents/document-text.tsx'
import { AuthFoot } from './auth-foot.tsx'

interface DocumentPanelProps {
  page: DocumentPage
  /** The address of the form beside it. */
  back: string
}

/** A document in place of the poster. */
export function DocumentPanel({ page, back }: DocumentPanelProps) {
  const panel = useRef<HTMLElement>(null)
  // When the document changes, scroll to its top and focus its heading, or the one of its summary.
  useEffect(() => {
    panel.current?.scrollTo(0, 0)
    panel.current?.querySelector<HTMLElement>('h1,h2')?.focus({ preventScroll: true })
  }, [page])
  return (
    <aside className="auth-document" aria-label={t`Document`} ref={panel}>
      <Link className="link" data-quiet to={back}>
        {t`Close`}
      </Link>
      <DocumentText page={page} />
      <AuthFoot />
    </aside>
  )
}
