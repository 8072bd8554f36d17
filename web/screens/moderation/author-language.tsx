import { interfaceLabel } from './language-names.ts'
import type { AuthorLanguage } from './operations.ts'

/** The language of an author's interface. Nothing for an erased account. */
export function AuthorLanguageBadge({ language }: { language: AuthorLanguage | null }) {
  const label = interfaceLabel(language)
  return label && <span className="badge">{label}</span>
}
