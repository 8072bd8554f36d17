import { i18n, type MessageDescriptor } from '@lingui/core'

interface AdviceProps {
  of: readonly { title: MessageDescriptor; text: MessageDescriptor }[]
  /** The heading level, one below the section's. */
  headings?: 'h3' | 'h4'
}

export const Advice = ({ of, headings: Heading = 'h3' }: AdviceProps) => (
  <div className="safety-advice">
    {of.map(({ title, text }) => (
      <div key={title.id}>
        <Heading className="subhead">{i18n._(title)}</Heading>
        <p className="ink-2">{i18n._(text)}</p>
      </div>
    ))}
  </div>
)
