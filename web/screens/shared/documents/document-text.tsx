import './documents.css'
import { i18n } from '@lingui/core'
import type { ComponentType } from 'react'
import type { DocumentPage } from '#schema/pages.ts'
import { withTexts } from '../../../i18n/with-texts.ts'
import { deferred } from '../../../ui/deferred.tsx'
import { CancellationPolicy } from './cancellation-policy.tsx'
import { Contact } from './contact.tsx'
import { PrivacyPolicy } from './privacy-policy.tsx'
import { RefundPolicy } from './refund-policy.tsx'
import { Terms } from './terms.tsx'

const DocumentSummary = deferred(
  () => withTexts('summaries', import('../../summaries/document-summary.tsx')),
  'DocumentSummary',
)

const DOCUMENTS: Record<DocumentPage, ComponentType> = {
  '/terms': Terms,
  '/privacy': PrivacyPolicy,
  '/contact': Contact,
  '/refund-policy': RefundPolicy,
  '/cancellation-policy': CancellationPolicy,
}

/** Legal documents are in English in every language of the interface. */
const LEGAL = { lang: 'en', dir: 'ltr' } as const

/** A document. In other languages than English, a summary stands above each legal one. */
export function DocumentText({ page }: { page: DocumentPage }) {
  const Text = DOCUMENTS[page]
  const isLegal = page !== '/contact'
  return (
    <>
      {isLegal && i18n.locale !== 'en' && <DocumentSummary page={page} />}
      <article className="document" {...(isLegal && LEGAL)}>
        <Text />
      </article>
    </>
  )
}
