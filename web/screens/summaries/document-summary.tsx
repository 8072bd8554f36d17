import './summary.css'
import { t } from '@lingui/core/macro'
import { useId } from 'react'
import { type LegalPage, SUMMARY_LINES } from './summary-lines.ts'

/** A summary of a legal document in the language of the page. It stands above the document, which is in English. */
export function DocumentSummary({ page }: { page: LegalPage }) {
  const id = useId()
  return (
    <div className="document document-summary">
      <section aria-labelledby={id}>
        <h2 className="subhead" id={id} tabIndex={-1}>
          {t`In short`}
        </h2>
        <ul>
          {SUMMARY_LINES[page]().map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p className="caption">
          {t`This summary is not legally binding. The document below is the valid text, in English.`}
        </p>
      </section>
    </div>
  )
}
