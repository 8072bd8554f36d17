interface AdviceProps {
  of: readonly { title: string; text: string }[]
  /** The heading level, one below the section's. */
  headings?: 'h3' | 'h4'
}

export const Advice = ({ of, headings: Heading = 'h3' }: AdviceProps) => (
  <div className="safety-advice">
    {of.map(({ title, text }) => (
      <div key={title}>
        <Heading className="subhead">{title}</Heading>
        <p className="body ink-2">{text}</p>
      </div>
    ))}
  </div>
)
