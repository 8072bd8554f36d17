import './documents.css'
import type { ComponentType } from 'react'
import type { DocumentPage } from '#schema/pages.ts'
import { CancellationPolicy } from './cancellation-policy.tsx'
import { Contact } from './contact.tsx'
import { PrivacyPolicy } from './privacy-policy.tsx'
import { RefundPolicy } from './refund-policy.tsx'
import { Terms } from './terms.tsx'

const DOCUMENTS: Record<DocumentPage, ComponentType> = {
  '/terms': Terms,
  '/privacy': PrivacyPolicy,
  '/contact': Contact,
  '/refund-policy': RefundPolicy,
  '/cancellation-policy': CancellationPolicy,
}

/** Legal documents are in English in every language of the interface. */
const LEGAL = { lang: 'en', dir: 'ltr' } as const

export function DocumentText({ page }: { page: DocumentPage }) {
  const Text = DOCUMENTS[page]
  return (
    <article className="document" {...(page !== '/contact' && LEGAL)}>
      <Text />
    </article>
  )
}
