import './centre.css'
import { i18n, type MessageDescriptor } from '@lingui/core'
import { t } from '@lingui/core/macro'
import type { ReactNode, Ref } from 'react'
import { useHashScroll } from '../../ui/use-hash-scroll.ts'
import { HomeBar } from './home-bar.tsx'

export interface CentreSection {
  /** The hash of the address that leads to the section. */
  id: string
  title: MessageDescriptor
  /** The element of the title, which can get the focus. */
  heading?: Ref<HTMLHeadingElement>
  content: ReactNode
}

interface CentrePageProps {
  title: string
  lede: string
  sections: readonly CentreSection[]
}

/** A page of a member's own affairs: an index beside one sheet with a section for each. */
export function CentrePage({ title, lede, sections }: CentrePageProps) {
  useHashScroll()
  return (
    <main className="centre">
      <HomeBar />
      <header className="centre-head">
        <h1 className="display">{title}</h1>
        <p>{lede}</p>
      </header>
      <nav className="centre-index" aria-label={t`Sections`}>
        <ul>
          {sections.map(({ id, title: name }) => (
            <li key={id}>
              <a className="link" data-quiet href={`#${id}`}>
                {i18n._(name)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="centre-sheet sheet-surface">
        {sections.map(({ id, title: name, heading, content }) => (
          <section key={id} id={id} aria-labelledby={`${id}-title`}>
            <h2 className="heading" id={`${id}-title`} ref={heading} tabIndex={-1}>
              {i18n._(name)}
            </h2>
            {content}
          </section>
        ))}
      </div>
    </main>
  )
}
