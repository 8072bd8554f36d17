import { interestName } from '../../i18n/interest-name.ts'

interface InterestTagsProps {
  interests: readonly string[]
  size?: 'sm'
  /** Marks them as shared with the partner. */
  shared?: boolean
}

export const InterestTags = ({ interests, size, shared }: InterestTagsProps) => (
  <ul className="tags">
    {interests.map((interest) => (
      <li className="tag" dir="auto" data-shared={shared || undefined} data-size={size} key={interest}>
        {interestName(interest)}
      </li>
    ))}
  </ul>
)
