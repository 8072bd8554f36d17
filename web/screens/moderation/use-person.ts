import { useAsk } from '../../state/graphql-react.tsx'
import { PERSON } from './operations.ts'
import { useChanges } from './team.tsx'

/** Queries a member's details, and again when a moderator adds or removes a note. */
export function usePerson(userId: string) {
  const asked = useAsk(PERSON, { id: userId })
  useChanges(({ kind }) => {
    if (kind === 'NOTES_CHANGED') void asked.refetch()
  })
  return asked
}
