import type { ReactNode } from 'react'
import { PRODUCT } from '#schema/product.ts'

export function DocumentHead({ title, updated }: { title: string; updated?: string }) {
  return (
    <header>
      <h1 className="display" id="document-title" tabIndex={-1}>
        {title}
      </h1>
      {updated && <p className="caption ink-3">Last updated {updated}</p>}
    </header>
  )
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="subhead">{title}</h2>
      {children}
    </section>
  )
}

export const SupportAddress = () => (
  <a className="link" translate="no" href={`mailto:${PRODUCT.supportEmail}`}>
    {PRODUCT.supportEmail}
  </a>
)

export const ProductName = () => <span translate="no">{PRODUCT.name}</span>
